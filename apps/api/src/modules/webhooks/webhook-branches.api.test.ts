import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { createWebhookFixture, extendTokensByOneYear } from "../../testing/webhooks/webhook-fixtures";

describe("a webhook for some branches", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });
  const url = "http://127.0.0.1:1/";

  async function aCompany() {
    const tenant = await api.aTenant();
    const [graz, linz] = [await insertBranch(api.db, tenant.id, "Graz"), await insertBranch(api.db, tenant.id, "Linz")];
    const grants = ["deleteBranch", "getCriticalMessages"];
    const owner = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants });
    const { boss, webhook } = await createWebhookFixture(api, url, { tenant, branch_ids: [graz, linz] });
    await extendTokensByOneYear(api, tenant);
    return { tenant, graz, linz, owner, boss, webhook };
  }

  it("a webhook limited to branches loses a deleted one, and is switched off with its last branch instead of getting events of all", async () => {
    const { graz, linz, owner, boss, webhook } = await aCompany();
    const { id } = webhook;
    await owner.deleteBranch({ id: graz });
    expect(await boss.getWebhooks()).toMatchObject([{ id, branch_ids: [linz], active: true, disabled_reason: null }]);
    expect(await owner.getCriticalMessages({})).toEqual([]);
    await owner.deleteBranch({ id: linz });
    const [left] = await boss.getWebhooks();
    expect(left).toMatchObject({ id, branch_ids: [], active: false, disabled_reason: "NO_BRANCH" });
    expect((await owner.getCriticalMessages({})).map(({ kind }) => kind)).toEqual(["WEBHOOK_OFF"]);
    const { lock_version = 0 } = left ?? {};
    await expect(boss.updateWebhook({ id, active: true, lock_version })).rejects.toMatchObject({
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
    });
    const on = await boss.updateWebhook({ id, active: true, branch_ids: null, lock_version });
    expect(on).toMatchObject({ active: true, branch_ids: null, disabled_reason: null });
  });

  it("a webhook limited to branches never keeps a branch that is deleted at the same moment", async () => {
    const { tenant, boss, owner, webhook } = await aCompany();
    const branches = await Promise.all(Array.from({ length: 12 }, () => insertBranch(api.db, tenant.id)));
    for (const branch of branches) {
      const { lock_version } = (await boss.getWebhooks()).find(({ id }) => id === webhook.id) ?? { lock_version: 0 };
      const naming = boss.updateWebhook({ id: webhook.id, active: true, branch_ids: [branch], lock_version }).then(
        () => "named",
        (refusal: { code: string }) => refusal.code,
      );
      await owner.deleteBranch({ id: branch });
      expect(["named", "REFERENCE_NOT_FOUND"]).toContain(await naming);
      const [after] = await boss.getWebhooks();
      expect(after?.branch_ids).not.toContain(branch);
    }
  });
});
