/** Mails to people outside about a handover: a link that they alone have, or the document itself. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { Email, Enum, IdParams, ClosedObject, FreeText, Uuid } from "../core/schema";

export const HANDOVER_LINK_DAYS = 14;
export const HANDOVER_DOWNLOADS_MAX = 20;
export const HANDOVER_RECIPIENTS_MAX = 5;
/** Largest attachment in bytes: in transit a third is added, and most mail servers take at least 10 MB. */
export const HANDOVER_ATTACHMENT_BYTES_MAX = 5 * 1_048_576;

export const handoverModes = ["LINK", "ATTACHMENT"] as const;
export type HandoverMode = (typeof handoverModes)[number];

export const HandoverConfirmationRequest = ClosedObject(
  {
    recipients: Type.Array(Email, { minItems: 1, maxItems: HANDOVER_RECIPIENTS_MAX, uniqueItems: true }),
    mode: Type.Optional(
      Enum(handoverModes, {
        description: "`ATTACHMENT` only where the tenant's setting `handover_attachments` allows it.",
        default: "LINK",
      }),
    ),
    language: Type.Optional(Enum(["de", "en"], { description: "Of mail and document. Left out: the tenant's." })),
    message: Type.Optional(FreeText(1000, { description: "Stands in the mail as it is." })),
  },
  { $id: "HandoverConfirmationRequest", examples: [{ recipients: ["office@example.org"], language: "de" }] },
);
export type HandoverConfirmationRequest = Static<typeof HandoverConfirmationRequest>;

export const SentMessages = ClosedObject(
  { message_ids: Type.Array(Uuid, { description: "One for each recipient, in their order." }) },
  { $id: "SentMessages", examples: [{ message_ids: ["5e3d1a52-0c4b-4f6e-9a8d-2b1c0f9e8d70"] }] },
);

const SecretParams = ClosedObject({
  secret: Type.String({
    pattern: "^[A-Za-z0-9_-]{43}$",
    examples: ["hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM"],
    description: "From the link of the mail.",
  }),
});

export const emailOperations = defineOperations("emails", {
  sendCargoHandoverConfirmation: {
    on: "POST /emails/case/{id}/cargo_handover_confirmation",
    changes: "BRANCH",
    summary: "Send the confirmation of a handover",
    description:
      `Sends each recipient a link to the confirmation as PDF: good for ${HANDOVER_LINK_DAYS} days and ${HANDOVER_DOWNLOADS_MAX} downloads in ` +
      "all. The mail names the company and the number of the case; it has no names of people and no other data. A case without a handover that holds is " +
      "`ACTION_INPUT_MISSING`. When the handover is undone, or an edit takes it out of the " +
      "case, the link shows that and no document, and the same recipients get a correction. " +
      "With `mode: ATTACHMENT` the mail has the PDF itself and no link, where the tenant's setting `handover_attachments` allows it, else " +
      "`FIELD_COMBINATION_INVALID` names `mode`. The PDF is made when the mail goes out; when the handover holds no more by then, the " +
      `correction goes out instead. It has at most ${HANDOVER_ATTACHMENT_BYTES_MAX / 1_048_576} MiB; a signature that alone is larger is refused with \`LIMIT_EXCEEDED\`.`,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: HandoverConfirmationRequest,
    success: 202,
    answer: SentMessages,
    limit: "message",
    errors: ["ACTION_INPUT_MISSING", "FIELD_COMBINATION_INVALID", "LIMIT_EXCEEDED"],
  },
  getHandoverPage: {
    on: "GET /handovers/{secret}",
    auth: "public",
    summary: "Show the page of a handover link",
    description:
      "What the link of the mail opens: a page with a button that fetches the document. Looking at it counts as no download, " +
      "because mail scanners follow links too. Browsers, which name `text/html` in `Accept`, are told of a refusal by a page.",
    params: SecretParams,
    answerType: "binary",
    limit: "public",
    errors: ["RESOURCE_NOT_FOUND"],
  },
  downloadHandover: {
    on: "POST /handovers/{secret}",
    auth: "public",
    summary: "Fetch the confirmation of a handover",
    description:
      "What the button of the page does. A link that is used up, out of date or whose handover holds no more is not found; browsers " +
      "are told so by a page.",
    params: SecretParams,
    answerType: "binary",
    limit: "public",
    errors: ["RESOURCE_NOT_FOUND", "LIMIT_EXCEEDED"],
  },
});
