import { HANDOVER_ATTACHMENT_BYTES_MAX } from "@leitstand/contract/board/emails";
import type { HandoverMailFailure } from "@leitstand/contract/cases/case-parts";
import type { MessageAttachmentFactory } from "#platform/background/attached-messages";
import { UndeliverableMessageError } from "#platform/background/messages-out";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import type { PdfPrinter } from "#modules/documents/index";
import { createHandoverDocument } from "#modules/exports/index";
import { HANDOVER_CONFIRMATION_PURPOSE } from "./handover-mail";
import { selectHandoverLinkById } from "./handover-links.sql";

export interface HandoverAttachmentServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly press: Pick<PdfPrinter, "print">;
}

/** Makers of the attachments of this module's mails, by purpose. */
export const handoverAttachmentMakers = (
  parts: HandoverAttachmentServices,
): Readonly<Record<string, MessageAttachmentFactory>> => ({
  [HANDOVER_CONFIRMATION_PURPOSE]: ({ tenant_id, attachment_id }) =>
    createHandoverAttachment(parts, { tenant_id, id: attachment_id }),
});

interface SentConfirmationMessage {
  readonly tenant_id: string;
  readonly id: string;
}

/**
 * Makes the PDF of the handover that was confirmed. An undone handover gets no document: its recipients get the
 * correction.
 */
async function createHandoverAttachment(
  { db, clock, press }: HandoverAttachmentServices,
  sent: SentConfirmationMessage,
) {
  const find = () => selectHandoverLinkById(db.system, sent, clock.now());
  const link = await find();
  if (!link?.holds) throw handoverUndoneError();
  const document = await createHandoverDocument(db.read(sent.tenant_id, "short"), { ...link, now: clock.now() });
  const bytes = await press.print(document);
  if (bytes.length > HANDOVER_ATTACHMENT_BYTES_MAX)
    throw undeliverableError("ATTACHMENT_TOO_LARGE", `the attachment has ${bytes.length} bytes`);
  // Other documents may be printed first, and the handover may be undone in the meantime.
  if (!(await find())?.holds) throw handoverUndoneError();
  return { file_name: `${document.title}.pdf`, mime_type: "application/pdf", bytes };
}

const handoverUndoneError = () => undeliverableError("HANDOVER_UNDONE", "the handover holds no more");
const undeliverableError = (failure: HandoverMailFailure, message: string) =>
  new UndeliverableMessageError(message, failure);
