export { webhookDeliveryRetention } from "./deliveries.sql";
export { removeBranchFromAllWebhooks } from "./webhook-branches.service";
export { WebhookWorker } from "./webhook-worker.service";
