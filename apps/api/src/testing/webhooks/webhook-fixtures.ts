import type { EventType } from "@leitstand/contract/board/events";
import { streamEventTypes } from "@leitstand/contract/board/events";
import { expect, vi } from "vitest";
import { sql } from "#platform/database/sql";
import type { TenantFixture } from "../fixtures";
import type { TestApi } from "../start-api";
import type { WebhookReceiver } from "./webhook-receiver";

/** Grants for everything that a stream can show. */
export const streamGrants = ["getDashboard", ...new Set(Object.values(streamEventTypes).map(({ grant }) => grant))];
export const webhookGrants = ["getWebhooks", "writeWebhooks", ...streamGrants];

export interface WebhookFixtureOptions {
  readonly tenant?: TenantFixture;
  /**
   * Grants and branches of the service account; when left out, all grants for events of the stream, in all branches.
   */
  readonly grants?: readonly string[];
  readonly branchIds?: readonly string[] | null;
  readonly event_types?: EventType[];
  readonly branch_ids?: string[] | null;
  readonly url?: string;
}

/** Makes a webhook of a service account, by an administrator who also dispatches. */
export async function createWebhookFixture(
  api: TestApi,
  receiver: WebhookReceiver | string,
  options: WebhookFixtureOptions = {},
) {
  const tenant = options.tenant ?? (await api.aTenant());
  const grants = [...webhookGrants, "createCase", "updateCase", "createCaseComment", "receiveAction"];
  const boss = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants });
  const { grants: held = streamGrants, branchIds = null } = options;
  const program = await api.bearer({ tenant, kind: "SERVICE", grants: held, branchIds });
  const service_account_user_id = program.session.user_id as string;
  await extendTokensByOneYear(api, tenant);
  const webhook = await boss.createWebhook({
    url: options.url ?? (typeof receiver === "string" ? receiver : receiver.url()),
    service_account_user_id,
    event_types: options.event_types ?? ["case update", "case action", "case comment"],
    branch_ids: options.branch_ids ?? null,
  });
  return { tenant, boss, program, webhook };
}

/** Extends tokens by a year: days pass in these tests without a new sign-in. */
export const extendTokensByOneYear = (api: TestApi, tenant: TenantFixture) =>
  api.db.system.run(sql`
    update tokens set expires_at = now() + interval '1 year', reauthenticated_at = now() + interval '1 year' where tenant_id = ${tenant.id}`);

/** Delivers until the receiver was called so often; transactions of other tests may hold events back for a moment. */
export const deliverWebhooksUntilReceived = (api: TestApi, receiver: WebhookReceiver, count: number) =>
  vi.waitFor(
    async () => {
      await api.app.webhooks.runDue();
      expect(receiver.received.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 25_000, interval: 20 },
  );
