import { type EventType, streamEventTypes } from "@leitstand/contract/board/events";
import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import type { SeededChance } from "@leitstand/scenario/chance";
import type { DeliveredWebhookEvent, WebhookReceiverFacts } from "../day/facts";
import { FailingReceiver } from "./failing-receiver";

const FAULTY_PERCENT = 12;

/** Partner's program that a webhook calls with the events of its stream. */
export class PartnerWebhook implements WebhookReceiverFacts {
  readonly delivered: DeliveredWebhookEvent[] = [];
  created_at = "";
  private readonly receiver: FailingReceiver<DeliveredWebhookEvent>;

  private constructor(
    readonly tenant: string,
    chance: SeededChance,
  ) {
    const take = (message: DeliveredWebhookEvent) => void this.delivered.push(message);
    this.receiver = new FailingReceiver({ chance, faultyPercent: FAULTY_PERCENT, take });
  }

  /**
   * Opens the receiver; undefined where the product does not call this machine: it was started without EGRESS_ALLOW.
   */
  static async open(of: { tenant: string; admin: Client; accountId: string; chance: SeededChance }) {
    const hook = new PartnerWebhook(of.tenant, of.chance);
    const url = await hook.receiver.open();
    try {
      const { created_at } = await of.admin.createWebhook({
        url: `${url}/`,
        description: "Simulation",
        service_account_user_id: of.accountId,
        event_types: simulatedWebhookEventTypes,
      });
      hook.created_at = created_at;
      return hook;
    } catch (error) {
      await hook.close();
      if (error instanceof ApiProblem && error.code === "CALLBACK_URL_NOT_ALLOWED") return undefined;
      throw error;
    }
  }

  close() {
    return this.receiver.close();
  }
}

/** Event types of the webhook, without positions, of which only the newest is sent, so that they cannot be counted. */
export const simulatedWebhookEventTypes = (Object.keys(streamEventTypes) as EventType[]).filter(
  (type) => type !== "location update",
);
