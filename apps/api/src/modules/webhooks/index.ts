export { deliveryRetention } from "./deliveries.sql";
export { forgetBranchInWebhooks } from "./webhook-branches.service";
export { WebhookWorker } from "./webhook-worker.service";
