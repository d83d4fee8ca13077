import { Type } from "typebox";
import { DateTime, Uuid } from "./schema";

/** Fields that a phone adds to entries made without a network. */
export const offlineEntryFields = {
  occurred_at: Type.Optional({
    ...DateTime,
    description: "When it was done; now, unless a phone was offline. The past is never refused.",
  }),
  client_id: Type.Optional({
    ...Uuid,
    description:
      "Made by the sender, unique for ever: sent again it is done once and answered as it is now, also when the driver has " +
      "signed in on the same phone since; with other content or from another caller it is refused with `IDEMPOTENCY_KEY_REUSED`.",
  }),
} as const;
export const offlineEntryErrorCodes = ["IDEMPOTENCY_KEY_REUSED", "TIME_OUT_OF_RANGE"] as const;
