import { type RoleHolder, scopeOf } from "#platform/access/principal";
import { selectAccounts } from "#platform/access/principals";
import type { Rows } from "#platform/database/database";
import { canSee, type Viewer, viewerOf } from "#platform/streams/event-audience";
import type { AddressedEvent, Subscription } from "./subscription";

/** Grant that opens the live stream. */
const STREAM_GRANT = "getDashboard";

/** Viewer of the account's stream; undefined when the stream would not open for it. */
const listenerOf = (account: RoleHolder): Viewer | undefined =>
  scopeOf(account, STREAM_GRANT) ? viewerOf(account) : undefined;

/** Present viewers of webhooks. */
export interface Listeners {
  of(webhook: Pick<Subscription, "service_account_user_id">): Viewer | undefined;
}

export async function listenersOf(
  rows: Rows,
  tenantId: string,
  webhooks: readonly Pick<Subscription, "service_account_user_id">[],
): Promise<Listeners> {
  const ids = [...new Set(webhooks.map(({ service_account_user_id }) => service_account_user_id))];
  const accounts = ids.length > 0 ? await selectAccounts(rows, tenantId, ids) : [];
  const viewers = new Map(accounts.map((account) => [account.user_id, listenerOf(account)]));
  return { of: ({ service_account_user_id }) => viewers.get(service_account_user_id) };
}

/** Whether the account's stream shows the event, and the webhook subscribes to it. */
export function isCalledFor(
  webhook: Omit<Subscription, "id">,
  event: AddressedEvent,
  listener: Viewer | undefined,
): boolean {
  if (!listener || !webhook.event_types.includes(event.type) || !canSee(listener, event)) return false;
  const { branch_ids: wanted } = webhook;
  return wanted === null || event.audience.everyone === true || isOfBranches(event.audience, wanted);
}

const isOfBranches = ({ branch_ids = [] }: AddressedEvent["audience"], wanted: readonly string[]) =>
  branch_ids.some((id) => wanted.includes(id));

/** First of these types that the account can never see; the stream itself, when that does not open. */
export function findUnseen(account: RoleHolder, types: readonly string[]): string | undefined {
  const listener = listenerOf(account);
  return listener ? types.find((type) => listener.scopes[type] === undefined) : types[0];
}
