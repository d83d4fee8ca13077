import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { startWebhookApi } from "../../testing/webhooks/start-webhook-api";
import {
  createWebhookFixture,
  extendTokensByOneYear,
  streamGrants,
  webhookGrants,
} from "../../testing/webhooks/webhook-fixtures";

const { api, receiver } = startWebhookApi();

describe("refusal of a webhook", () => {
  const anAccount = async (grants: readonly string[] = streamGrants) => {
    const tenant = await api.aTenant();
    const boss = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants: webhookGrants });
    const program = await api.bearer({ tenant, kind: "SERVICE", grants });
    await extendTokensByOneYear(api, tenant);
    const draft = { service_account_user_id: program.session.user_id as string, event_types: ["case update" as const] };
    return { tenant, boss, draft };
  };

  it.each([
    "http://hooks.example.com/",
    "https://10.0.0.5/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://localhost/",
    "https://database/",
    "https://hooks.example.com:5432/",
    "https://user:word@hooks.example.com/",
    "file:///etc/passwd",
    "hooks.example.com",
  ])("a webhook to the address %s is refused at creation and at a later change", async (url) => {
    const { boss, draft } = await anAccount();
    await expect(boss.createWebhook({ ...draft, url })).rejects.toMatchObject({
      status: 422,
      code: "CALLBACK_URL_NOT_ALLOWED",
    });
    expect(await boss.getWebhooks()).toEqual([]);
    const { id } = await boss.createWebhook({ ...draft, url: receiver.url() });
    const leading = boss.updateWebhook({ id, url, lock_version: 0 });
    await expect(leading).rejects.toMatchObject({ status: 422, code: "CALLBACK_URL_NOT_ALLOWED" });
  });

  it("a webhook for a service account with more grants than the caller is refused", async () => {
    const { tenant, draft } = await anAccount();
    const lesser = await api.bearer({ tenant, grants: ["writeWebhooks", "getDashboard", "getCases"] });
    await extendTokensByOneYear(api, tenant);
    const making = lesser.createWebhook({ ...draft, url: receiver.url() });
    await expect(making).rejects.toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
  });

  it.each([[["getCases"]], [["getDashboard"]]])(
    "a webhook for a service account whose grants do not allow its events is refused: %s",
    async (grants) => {
      const { boss, draft } = await anAccount(grants);
      const making = boss.createWebhook({ ...draft, url: receiver.url() });
      await expect(making).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    },
  );

  it("a webhook for a person, or for a service account or branch of another tenant, is refused", async () => {
    const { boss, draft } = await anAccount();
    const other = await anAccount();
    const url = receiver.url();
    for (const wrong of [boss.session.user_id as string, other.draft.service_account_user_id]) {
      const making = boss.createWebhook({ ...draft, url, service_account_user_id: wrong });
      await expect(making).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    }
    const branch = await insertBranch(api.db, other.tenant.id);
    const making = boss.createWebhook({ ...draft, url, branch_ids: [branch] });
    await expect(making).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("only twenty of 24 webhooks that are created at once are accepted", async () => {
    const { boss, draft } = await anAccount();
    const making = Array.from({ length: 24 }, () => boss.createWebhook({ ...draft, url: receiver.url() }));
    const made = await Promise.allSettled(making);
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const refused = made.flatMap((each) => (each.status === "rejected" ? [each.reason as { code: string }] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["LIMIT_EXCEEDED"]));
  });
});

describe("a webhook whose host name has come to resolve to an internal address", () => {
  const names = new Map<string, readonly string[]>();
  const lookUp = async (name: string) => names.get(name) ?? [];
  const api = startApi({ app: { egress: { lookUp } } });

  it.each([["127.0.0.1"], ["169.254.169.254"], ["::ffff:10.0.0.5"], ["64:ff9b::7f00:1"], ["93.184.216.34", "fd00::1"]])(
    "a webhook whose host name now resolves to an internal address is not called: %s %s",
    async (...addresses) => {
      names.set("hooks.example.com", ["93.184.216.34"]);
      const { boss, webhook } = await createWebhookFixture(api, "https://hooks.example.com:8443/", {
        event_types: ["case update"],
      });
      names.set("hooks.example.com", addresses);
      await boss.testWebhook({ id: webhook.id });
      await api.app.webhooks.runDue();
      expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([
        { status: "FAILED", attempts: 1, last_status: null, last_error: "ADDRESS_NOT_ALLOWED" },
      ]);
    },
  );
});
