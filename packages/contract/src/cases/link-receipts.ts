import { type Static, Type } from "typebox";
import { DateTime, ClosedObject, Uuid } from "../core/schema";
import { defineOperations } from "../operation/operation";

/** Receipt of a case of a tour by the phone, whether or not the driver has looked at it yet. */
const LinkReceipt = ClosedObject(
  {
    case_id: Uuid,
    tour_id: Uuid,
    received_at: { ...DateTime, description: "As the phone says; a phone may have been offline." },
  },
  {
    $id: "LinkReceipt",
    examples: [
      {
        case_id: "7d6c5b4a-3f2e-4d1c-8b0a-9f8e7d6c5b07",
        tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
        received_at: "2026-03-02T08:20:01+00:00",
      },
    ],
  },
);
export const LinkReceiptsRequest = ClosedObject(
  { receipts: Type.Array(LinkReceipt, { minItems: 1, maxItems: 100 }) },
  {
    $id: "LinkReceiptsRequest",
    examples: [
      {
        receipts: [
          {
            case_id: "7d6c5b4a-3f2e-4d1c-8b0a-9f8e7d6c5b07",
            tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
            received_at: "2026-03-02T08:20:01+00:00",
          },
        ],
      },
    ],
  },
);
export type LinkReceiptsRequest = Static<typeof LinkReceiptsRequest>;

export const LinkReceiptsAnswer = ClosedObject(
  {
    accepted: Type.Integer({ minimum: 0, description: "Receipts that were the first of their case on that tour." }),
    ignored: Type.Integer({
      minimum: 0,
      description: "All others: known before, of a case that is gone, or of no tour of the caller's.",
    }),
  },
  { $id: "LinkReceiptsAnswer", examples: [{ accepted: 1, ignored: 0 }] },
);

export const linkReceiptOperations = defineOperations("devices", {
  confirmReceipt: {
    on: "PUT /devices/receipts",
    changes: "OWN",
    summary: "Say that cases have reached the phone",
    description:
      "Sets `device_received_at` of cases on own tours, once for each assignment: dispatchers see that a crew can know of a " +
      "case before it answers. Emits `case update` with an unchanged `lock_version`.",
    kinds: ["USER", "DEVICE"],
    body: LinkReceiptsRequest,
    answer: LinkReceiptsAnswer,
    errors: ["TIME_OUT_OF_RANGE"],
  },
});
