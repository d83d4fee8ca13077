import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const claimGrants = ["getResponsibilityClaims", "createResponsibilityClaim", "createArea", "deleteArea"];
const areaDraft = (overrides: object = {}) => ({
  title: "Graz",
  zip_ranges: [{ from: "8010", to: "8055" }],
  ...overrides,
});

describe("responsibility claims", () => {
  const api = startApi();

  it("a responsibility claim belongs to its caller, and the newest one applies", async () => {
    const first = await api.signIn(...claimGrants);
    const { tenant, user_id } = first.session;
    const second = await api.bearer({ tenant, grants: claimGrants });
    const { id: area_id } = await first.createArea(areaDraft());
    const older = await first.createResponsibilityClaim({ area_id, service_key: "towing" });
    expect(older).toMatchObject({ user_id, area_id, service_key: "towing", ended_at: null });
    const newer = await second.createResponsibilityClaim({ area_id, service_key: "towing" });
    expect(await first.getResponsibilityClaims()).toEqual([newer]);
    const ended = await api.db.system.one<{ ended: boolean }>(sql`
      select ended_at >= created_at as ended from responsibility_claims where tenant_id = ${tenant.id} and id = ${older.id}`);
    expect(ended).toEqual({ ended: true });
  });

  it("responsibility claims for different services and areas are independent, and can be listed by user", async () => {
    const first = await api.signIn(...claimGrants);
    const second = await api.bearer({ tenant: first.session.tenant, grants: claimGrants });
    const { id: area_id } = await first.createArea(areaDraft());
    const towing = await first.createResponsibilityClaim({ area_id, service_key: "towing" });
    const repair = await second.createResponsibilityClaim({ area_id, service_key: "repair" });
    expect(await first.getResponsibilityClaims()).toHaveLength(2);
    const user_id = second.session.user_id as string;
    expect(await first.getResponsibilityClaims({ user_id })).toEqual([repair]);
    expect(await first.getResponsibilityClaims({ user_id: towing.user_id })).toEqual([towing]);
  });

  it("one of 16 concurrent responsibility claims applies", async () => {
    const chief = await api.signIn(...claimGrants);
    const { tenant } = chief.session;
    const { id: area_id } = await chief.createArea(areaDraft());
    const people = await Promise.all(Array.from({ length: 16 }, () => api.bearer({ tenant, grants: claimGrants })));
    await Promise.all(people.map((person) => person.createResponsibilityClaim({ area_id, service_key: "towing" })));
    expect(await chief.getResponsibilityClaims()).toHaveLength(1);
  });

  it("a responsibility claim requires an area in the caller's scope", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const chief = await api.bearer({ tenant, grants: claimGrants });
    const northern = await api.bearer({ tenant, grants: claimGrants, branchIds: [north] });
    const { id: area_id } = await chief.createArea(areaDraft({ branch_id: south }));
    const unknown = { status: 422, code: "REFERENCE_NOT_FOUND" };
    const claim = { area_id, service_key: "towing" };
    await expect(northern.createResponsibilityClaim(claim)).rejects.toMatchObject(unknown);
    await expect((await api.signIn(...claimGrants)).createResponsibilityClaim(claim)).rejects.toMatchObject(unknown);
    await chief.createResponsibilityClaim(claim);
    expect(await northern.getResponsibilityClaims()).toEqual([]);
  });

  it("an area with a current responsibility claim cannot be deleted", async () => {
    const dispatcher = await api.signIn(...claimGrants);
    const { id: area_id } = await dispatcher.createArea(areaDraft());
    await dispatcher.createResponsibilityClaim({ area_id, service_key: "towing" });
    const refused = dispatcher.deleteArea({ id: area_id });
    await expect(refused).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    expect(await refused.catch((refusal) => [refusal.arg("by"), refusal.arg("count")])).toEqual([
      "responsibility_claim",
      "1",
    ]);
  });

  it("a responsibility claim can be made only by a person with the grant, and must name a service", async () => {
    const dispatcher = await api.signIn(...claimGrants);
    const { id: area_id } = await dispatcher.createArea(areaDraft());
    const { tenant } = dispatcher.session;
    const service = await api.bearer({ tenant, kind: "SERVICE", grants: claimGrants });
    await expect(service.createResponsibilityClaim({ area_id, service_key: "towing" })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_TOKEN_KIND_NOT_ALLOWED",
    });
    await expect(dispatcher.createResponsibilityClaim({ area_id, service_key: "" })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
    const reader = await api.bearer({ tenant, grants: ["getResponsibilityClaims"] });
    await expect(reader.createResponsibilityClaim({ area_id, service_key: "towing" })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_GRANT_MISSING",
    });
    await expect(api.anonymous().getResponsibilityClaims()).rejects.toMatchObject({ status: 401 });
  });
});
