import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";

const skillGrants = ["getSkills", "createSkill", "updateSkill", "deleteSkill"];

describe("skills", () => {
  const api = startApi();

  it("skills are listed by name, and can be filtered by type", async () => {
    const dispatcher = await api.signIn(...skillGrants);
    await dispatcher.createSkill({ name: "Tow", skill_type: "VEHICLE" });
    await dispatcher.createSkill({ name: "Carry", skill_type: "USER", short_key: "CARRY", description: "Two people" });
    expect((await dispatcher.getSkills()).map(({ name }) => name)).toEqual(["Carry", "Tow"]);
    expect(await dispatcher.getSkills({ skill_type: "VEHICLE" })).toMatchObject([{ name: "Tow", short_key: null }]);
  });

  it("a skill has a unique name within its type", async () => {
    const dispatcher = await api.signIn(...skillGrants);
    await dispatcher.createSkill({ name: "Lift", skill_type: "VEHICLE" });
    await dispatcher.createSkill({ name: "Lift", skill_type: "USER" });
    await expect(dispatcher.createSkill({ name: "Lift", skill_type: "USER" })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
  });

  it("a change of a skill requires its current lock version", async () => {
    const dispatcher = await api.signIn(...skillGrants);
    const { id, lock_version } = await dispatcher.createSkill({ name: "Lift", skill_type: "CASE" });
    const renamed = await dispatcher.updateSkill({ skill_id: id, lock_version, name: "Lift 250 kg" });
    expect(renamed).toMatchObject({ name: "Lift 250 kg", skill_type: "CASE", lock_version: 1 });
    await expect(dispatcher.updateSkill({ skill_id: id, lock_version, name: "Late" })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
  });

  it("a skill that a vehicle has cannot be deleted", async () => {
    const dispatcher = await api.signIn(...skillGrants, "createVehicle", "updateVehicle");
    const { id } = await dispatcher.createSkill({ name: "Lift", skill_type: "VEHICLE" });
    const draft = { license_plate: "G-1", description: "", active: true, capacity: 1 };
    const vehicle = await dispatcher.createVehicle({
      ...draft,
      skill_associations: [{ skill_id: id, association_type: "OFFERING" }],
    });
    const refused = dispatcher.deleteSkill({ skill_id: id });
    await expect(refused).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    expect(await refused.catch((refusal) => [refusal.arg("by"), refusal.arg("count")])).toEqual(["vehicle", "1"]);
    const without = { ...draft, skill_associations: [] };
    await dispatcher.updateVehicle({ ...without, id: vehicle.id, lock_version: vehicle.lock_version });
    await dispatcher.deleteSkill({ skill_id: id });
    await expect(dispatcher.getSkill({ skill_id: id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a skill that a user has cannot be deleted", async () => {
    const dispatcher = await api.signIn(...skillGrants);
    const { id } = await dispatcher.createSkill({ name: "Drive a truck", skill_type: "USER" });
    const { tenant, user_id } = dispatcher.session;
    await api.db.system.run(
      sql`insert into user_skills (tenant_id, user_id, skill_id) values (${tenant.id}, ${user_id}, ${id})`,
    );
    await expect(dispatcher.deleteSkill({ skill_id: id })).rejects.toMatchObject({ code: "RESOURCE_IN_USE" });
  });

  it("a skill of another tenant answers 404, as if it did not exist", async () => {
    const owner = await api.signIn(...skillGrants);
    const { id, lock_version } = await owner.createSkill({ name: "Lift", skill_type: "USER" });
    const stranger = await api.signIn(...skillGrants);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.getSkill({ skill_id: id })).rejects.toMatchObject(missing);
    await expect(stranger.updateSkill({ skill_id: id, lock_version, name: "Mine" })).rejects.toMatchObject(missing);
    await expect(stranger.deleteSkill({ skill_id: id })).rejects.toMatchObject(missing);
    expect(await stranger.getSkills()).toEqual([]);
  });

  it.each([{ name: "" }, { name: "x".repeat(101) }, { skill_type: "DOG" }])(
    "creating a skill refuses %j",
    async (fault) => {
      const dispatcher = await api.signIn(...skillGrants);
      const draft = { name: "Lift", skill_type: "USER", ...fault } as { name: string; skill_type: "USER" };
      await expect(dispatcher.createSkill(draft)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    },
  );

  it("creating a skill answers 403 to callers without the grant", async () => {
    const reader = await api.signIn("getSkills");
    await expect(reader.createSkill({ name: "Lift", skill_type: "USER" })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_GRANT_MISSING",
    });
    await expect(api.anonymous().getSkills()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
  });
});
