import { createClient } from "@leitstand/client/client";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import {
  serviceAccountAdminGrants as grants,
  createServiceAccountWithAdministrator,
} from "../../testing/partners/service-accounts";
import { type ApiSession, startApi } from "../../testing/start-api";

const assignmentNotAllowed = { status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" };
const accountNotFound = { status: 404, code: "RESOURCE_NOT_FOUND" };

type ServiceAccountAnswer = Awaited<ReturnType<ApiSession["createServiceAccountUser"]>>;
type ServiceAccountChange = Parameters<ApiSession["updateServiceAccountUser"]>[0];
const toAccountChange = (
  { id, name, role_associations, active, lock_version }: ServiceAccountAnswer,
  overrides: Partial<ServiceAccountChange> = {},
) => ({
  id,
  name,
  role_associations,
  active,
  lock_version,
  ...overrides,
});

describe("service accounts", () => {
  const api = startApi();

  const anAccount = () => createServiceAccountWithAdministrator(api);
  const programOf = (token: string) => createClient({ baseUrl: api.url, token: () => token, attempts: 1 });
  const programTokens = (token: string) => programOf(token).getOwnServiceAccountTokens();

  it("a service account acts with a token that is shown once and stored only as a hash", async () => {
    const { boss, account } = await anAccount();
    const { token, ...rest } = await boss.createServiceAccountToken({ id: account.id, name: "Production" });
    expect(token).toMatch(/^dsp_s_/);
    expect(await programTokens(token)).toMatchObject([{ id: rest.id, name: "Production", blacklisted: false }]);
    expect(await boss.getServiceAccountTokens({ id: account.id })).toHaveLength(1);
    const kept = await api.db.system.many(sql`select 1 from idempotency_records where body like ${`%${token}%`}`);
    expect(kept).toEqual([]);
    expect(await programOf(token).getUserInfo()).toMatchObject({ kind: "SERVICE", user: { lastname: "Partner" } });
  });

  it("a revoked token of a service account stays refused", async () => {
    const { boss, account } = await anAccount();
    const { id: token_id, token } = await boss.createServiceAccountToken({ id: account.id });
    await programTokens(token);
    expect(await boss.blacklistToken({ id: account.id, token_id, blacklisted: true })).toMatchObject({
      blacklisted: true,
    });
    api.app.principals.forget();
    await expect(programTokens(token)).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_REVOKED" });
    const back = boss.blacklistToken({ id: account.id, token_id, blacklisted: false });
    await expect(back).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
  });

  it.each([
    ["has passed", { minutes: -1 }],
    ["is now", {}],
    ["is more than a year ahead", { days: 365, minutes: 1 }],
  ])(
    "a token of a service account is refused at creation when its end %s",
    async (_when, { days = 0, minutes = 0 }: { days?: number; minutes?: number }) => {
      const { boss, account } = await anAccount();
      const expires_at = new Date(api.clock.now().getTime() + (days * 1440 + minutes) * 60_000).toISOString();
      const refused = boss.createServiceAccountToken({ id: account.id, expires_at });
      await expect(refused).rejects.toMatchObject({ status: 422, code: "TIME_OUT_OF_RANGE" });
      const fault = (await refused.catch((error: unknown) => error)) as { args: readonly { key: string }[] };
      expect(fault.args.map(({ key }) => key)).toEqual(["field", "min", "max"]);
      expect(await boss.getServiceAccountTokens({ id: account.id })).toEqual([]);
    },
  );

  it("a token of a service account ends at the requested time, at most a year ahead, and by default after a year", async () => {
    api.clock.freeze();
    const { boss, account } = await anAccount();
    const YEAR = 365 * 86_400_000;
    const expires_at = new Date(api.clock.now().getTime() + YEAR - 60_000).toISOString();
    const asked = await boss.createServiceAccountToken({ id: account.id, expires_at });
    expect(Date.parse(asked.expires_at)).toBe(Date.parse(expires_at));
    const usual = await boss.createServiceAccountToken({ id: account.id });
    expect(Date.parse(usual.expires_at) - api.clock.now().getTime()).toBe(YEAR);
  });

  it("a token of a service account shows when it was last used, or null if never", async () => {
    const { boss, account } = await anAccount();
    const lastUses = async () =>
      (await boss.getServiceAccountTokens({ id: account.id })).map(({ last_used_at }) => last_used_at);
    const { token, last_used_at } = await boss.createServiceAccountToken({ id: account.id });
    await api.app.principals.recordUse();
    expect([last_used_at, ...(await lastUses())]).toEqual([null, null]);
    await programTokens(token);
    // Every change of rights in the tenant does the same.
    api.app.principals.forget();
    await api.app.principals.recordUse();
    expect(await lastUses()).toEqual([expect.any(String)]);
  });

  it("a service account has at most two valid tokens", async () => {
    const { boss, account } = await anAccount();
    const { id } = account;
    const first = await boss.createServiceAccountToken({ id });
    await boss.createServiceAccountToken({ id });
    const third = () => boss.createServiceAccountToken({ id });
    await expect(third()).rejects.toMatchObject({ status: 422, code: "LIMIT_EXCEEDED" });
    await boss.blacklistToken({ id, token_id: first.id, blacklisted: true });
    await expect(third()).resolves.toMatchObject({ blacklisted: false });
  });

  it("a valid token of a service account is listed and can be revoked, however many others came after it", async () => {
    const { boss, account } = await anAccount();
    const { token, id } = await boss.createServiceAccountToken({ id: account.id, name: "first" });
    await api.db.system.run(sql`
      insert into tokens (tenant_id, kind, token_hash, user_id, name, expires_at, blacklisted, created_at, last_used_at)
      select ${boss.session.tenant.id}, 'SERVICE', convert_to('later ' || n, 'UTF8'), ${account.id}, 'later', now() + interval '1 year', true,
        now() + n * interval '1 minute', now() from generate_series(1, 100) n`);
    const listed = await boss.getServiceAccountTokens({ id: account.id });
    expect([listed.length, listed.at(-1)?.id]).toEqual([100, id]);
    await boss.blacklistToken({ id: account.id, token_id: id, blacklisted: true });
    await expect(programTokens(token)).rejects.toMatchObject({ status: 401 });
  });

  it("service accounts are listed by name, with their roles, including stopped ones", async () => {
    const { boss, account, role } = await anAccount();
    const request = { name: "Archive", role_associations: [{ role_id: role.id }] };
    const archive = await boss.createServiceAccountUser(request);
    const stopped = await boss.updateServiceAccountUser(toAccountChange(archive, { active: false }));
    expect(stopped).toMatchObject({ active: false, lock_version: 1, name: "Archive" });
    expect(await boss.getServiceAccountUsers()).toEqual([stopped, account]);
    expect(account).toMatchObject({ active: true, role_associations: [{ role_id: role.id, branch_group_id: null }] });
  });

  it("the tokens of a stopped service account are refused, and work again when it is started", async () => {
    const { boss, account } = await anAccount();
    const { token } = await boss.createServiceAccountToken({ id: account.id });
    const stopped = await boss.updateServiceAccountUser(toAccountChange(account, { active: false }));
    api.app.principals.forget();
    await expect(programTokens(token)).rejects.toMatchObject({ status: 403, code: "AUTH_USER_BLOCKED" });
    await boss.updateServiceAccountUser(toAccountChange(stopped, { active: true }));
    api.app.principals.forget();
    expect(await programTokens(token)).toHaveLength(1);
  });

  it("changing the roles of a service account requires the right to assign them, and its current lock version", async () => {
    const { boss, account } = await anAccount();
    const more = await boss.createRole({
      name: "More",
      role_type: "INTEGRATION",
      branch_access: "ALL",
      grants: ["blacklistToken"],
    });
    const dispatcher = await boss.createRole({
      name: "Desk",
      role_type: "DISPATCHER",
      branch_access: "ALL",
      grants: [],
    });
    const withRole = (role_id: string) => toAccountChange(account, { role_associations: [{ role_id }] });
    await expect(boss.updateServiceAccountUser(withRole(dispatcher.id))).rejects.toMatchObject({
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
    });
    const { tenant } = boss.session;
    const colleague = await api.bearer({ tenant, grants });
    await expect(colleague.updateServiceAccountUser(withRole(more.id))).rejects.toMatchObject(assignmentNotAllowed);
    const lesser = await api.bearer({ tenant, grants: ["updateServiceAccountUser"] });
    const stopping = toAccountChange(account, { active: false });
    await expect(lesser.updateServiceAccountUser(stopping)).rejects.toMatchObject(assignmentNotAllowed);
    const changed = await boss.updateServiceAccountUser(withRole(more.id));
    expect(changed).toMatchObject({ role_associations: [{ role_id: more.id }], lock_version: 1 });
    await expect(boss.updateServiceAccountUser(stopping)).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
  });

  it("creating a token of a service account requires that the caller holds all of its grants", async () => {
    const { boss, account } = await anAccount();
    const { tenant } = boss.session;
    const lesser = await api.bearer({ tenant, grants: ["createServiceAccountToken"] });
    const borrowing = lesser.createServiceAccountToken({ id: account.id });
    await expect(borrowing).rejects.toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
  });

  it("a service account can have only roles for integrations", async () => {
    const { boss } = await anAccount();
    const role = await boss.createRole({ name: "Desk", role_type: "DISPATCHER", branch_access: "ALL", grants: [] });
    const asPerson = boss.createServiceAccountUser({ name: "Desk", role_associations: [{ role_id: role.id }] });
    await expect(asPerson).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const idle = boss.createServiceAccountUser({ name: "Desk", role_associations: [] });
    await expect(idle).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("a service account is hidden from other tenants and from callers limited to some branches", async () => {
    const { boss, account } = await anAccount();
    const { id } = account;
    const { tenant } = boss.session;
    const { id: token_id } = await boss.createServiceAccountToken({ id });
    const branch = await insertBranch(api.db, tenant.id);
    const outsiders: ApiSession[] = [
      await api.bearer({ grants }),
      await api.bearer({ tenant, grants, branchIds: [branch] }),
    ];
    for (const outsider of outsiders) {
      await expect(outsider.getServiceAccountTokens({ id })).rejects.toMatchObject(accountNotFound);
      await expect(outsider.createServiceAccountToken({ id })).rejects.toMatchObject(accountNotFound);
      await expect(outsider.updateServiceAccountUser(toAccountChange(account))).rejects.toMatchObject(accountNotFound);
      expect(await outsider.getServiceAccountUsers()).toEqual([]);
      await expect(outsider.blacklistToken({ id, token_id, blacklisted: true })).rejects.toMatchObject(accountNotFound);
    }
    await expect(boss.getOwnServiceAccountTokens()).rejects.toMatchObject({ code: "AUTH_TOKEN_KIND_NOT_ALLOWED" });
  });
});
