import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

describe("the calling user", () => {
  const api = startApi();

  it("getUserInfo returns a person, its tenant, its roles and the scope of each grant", async () => {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const person = await api.bearer({ tenant, grants: ["getCases", "createCase"], branchIds: [branch] });
    const reach = { all: false, branch_ids: [branch], own_tours_only: false };
    expect(await person.getUserInfo()).toMatchObject({
      kind: "USER",
      user: { id: person.session.user_id, firstname: "Test" },
      device: null,
      tenant: { id: tenant.id, short_code: tenant.short_code, type: "FUNERAL" },
      roles: [{ id: person.session.role_id, branch_access: "BRANCH_SINGLE", branch_ids: [branch] }],
      grants: [
        { grant: "createCase", ...reach },
        { grant: "getCases", ...reach },
      ],
    });
  });

  it("getUserInfo returns a phone with its driver roles", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const branch = await insertBranch(api.db, tenant.id);
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["receiveAction"], branchIds: [branch] });
    expect(await phone.getUserInfo()).toMatchObject({
      kind: "DEVICE",
      user: null,
      device: { id: phone.session.device_id },
      grants: [{ grant: "receiveAction", all: false, branch_ids: [branch], own_tours_only: true }],
    });
  });

  it("getUserInfo returns an integration with its service account", async () => {
    const program = await api.bearer({ kind: "SERVICE", grants: ["createCase"] });
    expect(await program.getUserInfo()).toMatchObject({
      kind: "SERVICE",
      user: { id: program.session.user_id },
      grants: [{ grant: "createCase", all: true, branch_ids: [] }],
    });
  });

  it("getUserInfo tells whether the tenant mails handover documents as attachments, which is off by default", async () => {
    const tenant = await api.aTenant();
    const person = await api.bearer({ tenant, grants: [] });
    expect((await person.getUserInfo()).tenant.handover_attachments).toBe(false);
    const administrator = await api.bearer({ tenant, grants: ["updateTenant"] });
    await administrator.patchTenant({ id: tenant.id, lock_version: 0, settings: { handover_attachments: true } });
    expect((await person.getUserInfo()).tenant.handover_attachments).toBe(true);
  });

  it("getUserInfo requires a token, and no grant", async () => {
    await expect((await api.signIn()).getUserInfo()).resolves.toMatchObject({ grants: [] });
    await expect(api.anonymous().getUserInfo()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
  });
});
