import { type RoleHolder, scopeOfGrant } from "#platform/access/principal";
import { selectServiceAccountRoles } from "#platform/access/principals";
import type { QueryRunner } from "#platform/database/database";
import { canSeeEvent, type StreamViewer, streamViewerOf } from "#platform/streams/event-audience";
import type { EventWithAudience, WebhookSubscription } from "./subscription";

/** Grant that opens the live stream. */
const LIVE_STREAM_GRANT = "getDashboard";

/** Viewer of the account's stream; undefined when the stream would not open for it. */
const webhookViewerOf = (account: RoleHolder): StreamViewer | undefined =>
  scopeOfGrant(account, LIVE_STREAM_GRANT) ? streamViewerOf(account) : undefined;

/** Stream viewers of webhooks, one for each account that owns some. */
export interface WebhookViewers {
  of(webhook: Pick<WebhookSubscription, "service_account_user_id">): StreamViewer | undefined;
}

export async function loadWebhookViewers(
  rows: QueryRunner,
  tenantId: string,
  webhooks: readonly Pick<WebhookSubscription, "service_account_user_id">[],
): Promise<WebhookViewers> {
  const ids = [...new Set(webhooks.map(({ service_account_user_id }) => service_account_user_id))];
  const accounts = ids.length > 0 ? await selectServiceAccountRoles(rows, tenantId, ids) : [];
  const viewers = new Map(accounts.map((account) => [account.user_id, webhookViewerOf(account)]));
  return { of: ({ service_account_user_id }) => viewers.get(service_account_user_id) };
}

/** Whether the account's stream shows the event, and the webhook subscribes to it. */
export function isWebhookCalledFor(
  webhook: Omit<WebhookSubscription, "id">,
  event: EventWithAudience,
  listener: StreamViewer | undefined,
): boolean {
  if (!listener || !webhook.event_types.includes(event.type) || !canSeeEvent(listener, event)) return false;
  const { branch_ids: wanted } = webhook;
  return wanted === null || event.audience.everyone === true || isAudienceInBranches(event.audience, wanted);
}

const isAudienceInBranches = ({ branch_ids = [] }: EventWithAudience["audience"], wanted: readonly string[]) =>
  branch_ids.some((id) => wanted.includes(id));

/** First of these types that the account can never see; the stream itself, when that does not open. */
export function findInvisibleEventType(account: RoleHolder, types: readonly string[]): string | undefined {
  const listener = webhookViewerOf(account);
  return listener ? types.find((type) => listener.scopes[type] === undefined) : types[0];
}
