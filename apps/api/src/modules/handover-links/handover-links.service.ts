import { randomUUID } from "node:crypto";
import {
  HANDOVER_ATTACHMENT_BYTES_MAX,
  HANDOVER_DOWNLOADS_MAX,
  HANDOVER_LINK_DAYS,
  type HandoverConfirmationRequest,
} from "@leitstand/contract/board/emails";
import type { Clock } from "#platform/clock";
import { hashRandomSecret, createRandomSecret } from "#platform/access/secrets";
import { FailureCollector } from "#platform/background/failure-collector";
import type { Database, Tx } from "#platform/database/database";
import type { SecretSealer } from "#platform/process/sealing";
import { type Problem, problem } from "#platform/problem";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import type { CaseReader } from "#modules/cases/index";
import { getConfirmableHandover, createHandoverDocument, type ConfirmableHandover } from "#modules/exports/index";
import type { PdfPrinter } from "#modules/documents/index";
import {
  HANDOVER_CONFIRMATION_PURPOSE,
  composeHandoverConfirmationMail,
  HANDOVER_CORRECTION_PURPOSE,
  composeHandoverCorrectionMail,
  renderHandoverPageHtml,
} from "./handover-mail";
import {
  CORRECTION_BATCH_SIZE,
  restoreHandoverDownload,
  insertHandoverLink,
  markHandoverLinkCorrected,
  type OutdatedHandoverLink,
  selectHandoverLinkBySecret,
  selectMayAttachHandovers,
  selectOutdatedHandoverLinks,
  type HandoverLinkOnPage,
  consumeHandoverDownload,
} from "./handover-links.sql";

const DAY_MS = 86_400_000;
const RECIPIENTS_SEALING_CONTEXT = "handover_links.recipients";

export interface HandoverLinkServices {
  readonly sealing: SecretSealer;
  readonly publicUrl: string;
}

/** Writes the link or attachment and its mails with the commit. */
export async function sendHandoverConfirmation(
  tx: Tx,
  reader: CaseReader,
  { sealing, publicUrl, ...request }: HandoverLinkServices & HandoverConfirmationRequest & { id: string },
) {
  const { recipients, message = "", mode = "LINK" } = request;
  const found = await getConfirmableHandover(tx, reader, request);
  if (mode === "ATTACHMENT") await checkAttachmentAllowed(tx, found);
  const { row, writing, natural_id } = found;
  if (!row) throw problem("ACTION_INPUT_MISSING", { action: "DELIVER", field: "handover" });
  const id = randomUUID();
  const message_ids = recipients.map(() => randomUUID());
  const secret = mode === "LINK" ? createRandomSecret() : undefined;
  await insertHandoverLink(tx, {
    id,
    case_id: request.id,
    history_id: row.id,
    mode,
    secret_hash: secret === undefined ? null : hashRandomSecret(secret),
    recipients: sealing.seal(JSON.stringify(recipients), RECIPIENTS_SEALING_CONTEXT, tx.tenantId, id),
    message_ids,
    language: writing.language,
    user_id: reader.principal.user_id,
    expires_at: new Date(reader.now.getTime() + HANDOVER_LINK_DAYS * DAY_MS),
    downloads: HANDOVER_DOWNLOADS_MAX,
  });
  const mail = composeHandoverConfirmationMail(writing.language, {
    company: writing.company,
    natural_id,
    message,
    ...(secret === undefined
      ? {}
      : { link: { url: `${publicUrl}/api/v1/handovers/${secret}`, days: HANDOVER_LINK_DAYS } }),
  });
  for (const [place, recipient] of recipients.entries())
    enqueueOutboxMessage(tx, {
      ...mail,
      id: message_ids[place],
      channel: "EMAIL",
      recipient,
      purpose: HANDOVER_CONFIRMATION_PURPOSE,
      // The link opens the document, and the sender's text is for the recipients alone.
      confidential: true,
      ...(mode === "ATTACHMENT" ? { attachment_id: id } : {}),
      case_id: request.id,
    });
  return { message_ids };
}

async function checkAttachmentAllowed(tx: Tx, { signature_bytes }: ConfirmableHandover) {
  const { may_attach } = await selectMayAttachHandovers(tx);
  if (!may_attach) throw problem("FIELD_COMBINATION_INVALID", { fields: "mode" });
  if (signature_bytes > HANDOVER_ATTACHMENT_BYTES_MAX)
    throw problem("LIMIT_EXCEEDED", { limit: HANDOVER_ATTACHMENT_BYTES_MAX, of: "handover_signature" });
}

/** Page of a link; throws RESOURCE_NOT_FOUND for a link that was never sent. */
export async function renderHandoverPage(db: Database, secret: string, now: Date): Promise<string> {
  const link = await findHandoverLink(db, secret, now);
  return renderHandoverPageHtml(link.language, { ...link, state: stateOfLink(link) });
}

const stateOfLink = ({ holds, is_open }: HandoverLinkOnPage) => (!holds ? "undone" : is_open ? "ready" : "closed");

interface HandoverRefusal {
  readonly secret: string;
  readonly fault: Problem;
  /** Language of the browser. */
  readonly language: "de" | "en";
  readonly now: Date;
}
/**
 * Page for a person whose request for a link was refused: about the link where there is one, in its language; else in
 * that of the browser.
 */
export async function renderHandoverRefusal(
  db: Database,
  { secret, fault: { status }, language, now }: HandoverRefusal,
): Promise<string> {
  // Callers above their rate limit cause no look-up; where one fails, the page says what it can.
  const link =
    status === 404 || status === 503 ? await findHandoverLink(db, secret, now).catch(() => undefined) : undefined;
  return renderHandoverPageHtml(link?.language ?? language, { ...link, state: stateOfRefusal(status, link) });
}

function stateOfRefusal(status: number, link: HandoverLinkOnPage | undefined) {
  if (status === 503 || status === 429) return "busy";
  if (link) return stateOfLink(link);
  return status === 404 || status === 400 ? "unknown" : "failed";
}

/**
 * Makes the document and uses up one download.
 * @throws RESOURCE_NOT_FOUND for a link that opens nothing; also what the PDF printer throws, and then the download
 * does not count
 */
export async function downloadHandoverDocument(
  db: Database,
  press: PdfPrinter,
  { secret, now }: { secret: string; now: Date },
) {
  const link = await findHandoverLink(db, secret, now);
  const taken = await db.systemTransaction(link.tenant_id, (tx) => consumeHandoverDownload(tx, link.id, now));
  if (taken === 0) throw linkNotFound();
  try {
    const document = await createHandoverDocument(db.read(link.tenant_id, "short"), { ...link, now });
    return { title: document.title, bytes: await press.print(document) };
  } catch (error) {
    await db.systemTransaction(link.tenant_id, (tx) => restoreHandoverDownload(tx, link.id));
    throw error;
  }
}

async function findHandoverLink(db: Database, secret: string, now: Date): Promise<HandoverLinkOnPage> {
  const link = await selectHandoverLinkBySecret(db.system, hashRandomSecret(secret), now);
  if (!link) throw linkNotFound();
  return link;
}

const linkNotFound = () => problem("RESOURCE_NOT_FOUND", { resource: "handover_link" });

/**
 * Mails a correction to all recipients of a confirmation that is no longer valid; once, however many nodes do so. A
 * link that cannot be opened does not stop the others: its error is thrown when all are done. Returns how many links
 * were corrected.
 */
export async function sendDueHandoverCorrections({
  db,
  clock,
  sealing,
}: {
  db: Database;
  clock: Clock;
  sealing: SecretSealer;
}) {
  const now = clock.now();
  const failures = new FailureCollector();
  let corrected = 0;
  let last: OutdatedHandoverLink | undefined;
  for (;;) {
    const outdated = await selectOutdatedHandoverLinks(db.system, now, last);
    for (const link of outdated)
      await failures.attempt(`The recipients of the handover link ${link.id} cannot be told of its end.`, async () => {
        const recipients = unsealRecipients(link, sealing);
        await db.systemTransaction(link.tenant_id, (tx) => correctHandoverLink(tx, link, { recipients, now }));
      });
    corrected += outdated.length;
    last = outdated.at(-1);
    if (outdated.length < CORRECTION_BATCH_SIZE) break;
  }
  failures.throwCollected();
  return corrected;
}

async function correctHandoverLink(
  tx: Tx,
  link: OutdatedHandoverLink,
  { recipients, now }: { readonly recipients: readonly string[]; readonly now: Date },
) {
  const mails = recipients.map((recipient) => ({ id: randomUUID(), recipient }));
  const message_ids = mails.map(({ id }) => id);
  if ((await markHandoverLinkCorrected(tx, link.id, { now, message_ids })) === 0) return;
  for (const mail of mails)
    enqueueOutboxMessage(tx, {
      ...composeHandoverCorrectionMail(link.language, link),
      ...mail,
      channel: "EMAIL",
      purpose: HANDOVER_CORRECTION_PURPOSE,
      case_id: link.case_id,
    });
}

const unsealRecipients = (
  { recipients, tenant_id, id }: OutdatedHandoverLink,
  sealing: SecretSealer,
): readonly string[] => JSON.parse(sealing.open(recipients, RECIPIENTS_SEALING_CONTEXT, tenant_id, id));
