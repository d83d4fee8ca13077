import { formatLocalMinute } from "@leitstand/contract/core/moment-text";
import type { Database, Tx } from "#platform/database/database";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { createCriticalMessage } from "#modules/messages/index";
import { holdWaitingWebhookDeliveries } from "./deliveries.sql";
import { selectAdministratorsToMail, type SwitchedOffWebhook, markWebhookSwitchedOff } from "./sending.sql";

type SwitchOffReason = "FAILING" | "GONE" | "NO_BRANCH";
interface WebhookToSwitchOff {
  readonly id: string;
  readonly reason: SwitchOffReason;
  readonly now: Date;
}

export const switchWebhookOff = (
  db: Database,
  { tenant_id, ...target }: WebhookToSwitchOff & { readonly tenant_id: string },
) => db.systemTransaction(tenant_id, (tx) => switchWebhookOffInTransaction(tx, target));

/**
 * Switches a webhook off, holds its waiting deliveries, and notifies dispatchers and administrators, who can act on it.
 */
export async function switchWebhookOffInTransaction(tx: Tx, { id, reason, now }: WebhookToSwitchOff): Promise<void> {
  const webhook = await markWebhookSwitchedOff(tx, { id, reason });
  if (!webhook) return;
  await holdWaitingWebhookDeliveries(tx, id, now);
  const { title, body } = switchOffText(webhook, reason);
  for (const { id: user_id, email } of await selectAdministratorsToMail(tx))
    enqueueOutboxMessage(tx, {
      channel: "EMAIL",
      recipient: email,
      subject: title,
      body,
      purpose: "WEBHOOK_OFF",
      user_id,
    });
  await createCriticalMessage(tx, { kind: "WEBHOOK_OFF", title, body, args: { webhook_id: id, reason } });
}

function switchOffText(webhook: SwitchedOffWebhook, reason: SwitchOffReason) {
  const { url, description, failing_since, language } = webhook;
  const name = description ?? new URL(url).host;
  const since = failing_since === null ? "" : formatLocalMinute(failing_since, webhook);
  return language === "de"
    ? { title: `Webhook „${name}“ wurde abgeschaltet`, body: germanSwitchOffTexts(since)[reason] }
    : { title: `Webhook “${name}” has been switched off`, body: englishSwitchOffTexts(since)[reason] };
}

const germanSwitchOffTexts = (since: string): Readonly<Record<SwitchOffReason, string>> => ({
  GONE: "Der Empfänger hat geantwortet, dass er nichts mehr annimmt (410).",
  FAILING: `Seit ${since} kam nichts mehr an. Nach dem Einschalten kann gesendet werden, was fehlt.`,
  NO_BRANCH: "Die letzte Niederlassung, von der er hören sollte, wurde gelöscht.",
});
const englishSwitchOffTexts = (since: string): Readonly<Record<SwitchOffReason, string>> => ({
  GONE: "Its receiver has answered that it takes no more (410).",
  FAILING: `Nothing has got through since ${since}. Once it is switched on again, what was missed can be sent.`,
  NO_BRANCH: "The last branch that it was to hear of has been deleted.",
});
