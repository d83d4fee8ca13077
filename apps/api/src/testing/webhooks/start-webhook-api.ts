import { afterAll, beforeAll, beforeEach } from "vitest";
import { startApi } from "../start-api";
import { deliverWebhooksUntilReceived } from "./webhook-fixtures";
import { WebhookReceiver } from "./webhook-receiver";

/**
 * Starts an API that may call this machine, and a receiver there, which is empty and accepts everything before each
 * test.
 */
export function startWebhookApi() {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });
  const receiver = new WebhookReceiver();
  beforeAll(() => receiver.listen());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.behave = () => 204;
  });
  afterAll(() => receiver.close());
  return {
    api,
    receiver,
    run: () => api.app.webhooks.runDue(),
    received: (count: number) => deliverWebhooksUntilReceived(api, receiver, count),
  };
}
