import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

const vehicleImportGrants = ["importData", "createVehicle", "updateVehicle", "getVehicles", "createVehicleType"];
const VEHICLE_FILE_HEADER = "license_plate;description;active;capacity;external_id";
type TestedImportKind = Parameters<ApiSession["checkImport"]>[0]["kind"];

const createTableFile = (content: string | Uint8Array<ArrayBuffer>) =>
  new File([content], "table.csv", { type: "text/csv" });
const checkTableFile = (session: ApiSession, kind: TestedImportKind, content: string | Uint8Array<ArrayBuffer>) =>
  session.checkImport({ kind, file: createTableFile(content) });
const alreadyExists = { code: "RESOURCE_ALREADY_EXISTS" };

describe("imports", () => {
  const api = startApi();

  async function apply(session: ApiSession, id: string) {
    expect(await session.applyImport({ id })).toMatchObject({ status: expect.stringMatching(/^APPL/) });
    for (;;) {
      await api.app.tidyUp();
      const found = await session.getImport({ id });
      if (found.status !== "APPLYING") return found;
    }
  }

  async function bring(session: ApiSession, kind: TestedImportKind, content: string) {
    const { id, faults, ...checked } = await checkTableFile(session, kind, content);
    expect(faults).toEqual([]);
    const { result } = await apply(session, id);
    expect(result).toMatchObject({ skipped: 0, skips: [], remaining: 0, stopped_by: null });
    return checked;
  }
  async function insertRole(tenantId: string, name: string, grant: string) {
    const { id } = await api.db.system.one<{ id: string }>(sql`
      insert into roles (tenant_id, name, role_type, branch_access, grants)
      values (${tenantId}, ${name}, 'DISPATCHER', 'BRANCH_SINGLE', array[${grant}]) returning id`);
    return id;
  }
  const vehiclesOf = async (session: ApiSession) =>
    (await session.getVehicles({ include_disabled: true, size: 1000 })).vehicles;

  it("checking an import reports exactly what applying it changes, and importing the same file again changes nothing", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    await boss.createVehicle({ license_plate: "G 1", description: "Old", active: true, capacity: 1, external_id: "1" });
    const file = `${VEHICLE_FILE_HEADER}\nG 1;New;yes;2;1\nG 2;Van;ja;3;2\n`;
    const checked = await checkTableFile(boss, "VEHICLES", file);
    expect(checked).toMatchObject({
      status: "CHECKED",
      rows: 2,
      creates: 1,
      updates: 1,
      unchanged: 0,
      faulty: 0,
      faults: [],
    });
    expect(await vehiclesOf(boss)).toMatchObject([{ description: "Old", lock_version: 0 }]);
    const applied = await apply(boss, checked.id);
    expect(applied).toMatchObject({ status: "APPLIED", result: { created: 1, updated: 1, skipped: 0, remaining: 0 } });
    const after = await vehiclesOf(boss);
    expect(after).toMatchObject([
      { license_plate: "G 1", description: "New", capacity: 2, lock_version: 1 },
      { license_plate: "G 2", description: "Van", capacity: 3, lock_version: 0 },
    ]);
    const again = await checkTableFile(boss, "VEHICLES", file);
    expect(again).toMatchObject({ rows: 2, creates: 0, updates: 0, unchanged: 2 });
    await apply(boss, again.id);
    await apply(boss, checked.id);
    expect(await vehiclesOf(boss)).toEqual(after);
    const rest = await api.db.system.many(
      sql`select line from import_rows where tenant_id = ${boss.session.tenant.id}`,
    );
    expect(rest).toEqual([]);
  });

  it("an import of a Windows-1252 file with semicolons reports exactly the faulty rows by their line, and applies the rest", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    await insertBranch(api.db, boss.session.tenant.id, "Köflach");
    const rows = Array.from({ length: 60 }, (_, index) => {
      const isFaulty = index % 3 === 0;
      const capacity = isFaulty && index % 2 === 0 ? "many" : "2";
      const branch = isFaulty && index % 2 === 1 ? "Nowhere" : "Köflach";
      return `"G ${index}";"Größe, ""lang""\r\nzweite Zeile";true;${capacity};${branch}`;
    });
    const text = `license_plate;description;active;capacity;branch\r\n\r\n${rows.join("\r\n")}\r\n`;
    const bytes = Uint8Array.from(Buffer.from(text, "latin1"));
    const { id, faults, ...checked } = await checkTableFile(boss, "VEHICLES", bytes);
    expect(checked).toMatchObject({ rows: 60, creates: 40, faulty: 20 });
    // Each row takes two lines, after the header and an empty one.
    expect(faults).toEqual(
      Array.from({ length: 20 }, (_, index) => ({
        line: 3 + index * 6,
        ...(index % 2 === 0
          ? { column: "capacity", code: "VALIDATION_FAILED" }
          : { column: "branch", code: "REFERENCE_NOT_FOUND" }),
      })),
    );
    await apply(boss, id);
    const found = await vehiclesOf(boss);
    expect(found).toHaveLength(40);
    expect(new Set(found.map(({ description }) => description))).toEqual(new Set(['Größe, "lang"\nzweite Zeile']));
  });

  it.each([
    ["commas and a byte order mark", `\uFEFF${VEHICLE_FILE_HEADER.replaceAll(";", ",")}\n"G 1",,true,1,x\n`],
    ["tabs", `${VEHICLE_FILE_HEADER.replaceAll(";", "\t")}\rG 1\t\ttrue\t1\tx`],
    ["names in capitals and in another order", "ACTIVE; Capacity ;description;LICENSE_PLATE\n1;1;;G 1"],
  ])("an import accepts a file with %s", async (_what, content) => {
    const boss = await api.signIn(...vehicleImportGrants);
    await bring(boss, "VEHICLES", content);
    expect(await vehiclesOf(boss)).toMatchObject([{ license_plate: "G 1", description: "", capacity: 1 }]);
  });

  it("an import reports an unknown column even if its long name is cut within an emoji", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    const name = `${"a".repeat(99)}🚑`;
    const checked = checkTableFile(boss, "VEHICLES", `${VEHICLE_FILE_HEADER};${name}x\nG 1;;1;1;;`);
    expect(await checked.catch((fault: unknown) => fault)).toMatchObject({
      faults: [{ line: 1, column: name, code: "REQUEST_UNKNOWN_FIELD" }],
    });
  });

  it("an import leaves fields without a column unchanged, and clears those whose cells are empty", async () => {
    const boss = await api.signIn(...vehicleImportGrants, "getSkills", "createSkill");
    const skill = await boss.createSkill({ name: "Heavy", skill_type: "VEHICLE" });
    const type = await boss.createVehicleType({ name: "Hearse", short_key: "H" });
    await boss.createVehicle({
      license_plate: "G 1",
      description: "Car",
      active: true,
      capacity: 4,
      seats_total: 2,
      fuel: "DIESEL",
      vehicle_type_id: type.id,
      skill_associations: [{ skill_id: skill.id, association_type: "OFFERING" }],
    });
    await bring(boss, "VEHICLES", "license_plate;fuel;seats_total\ng 1;;3");
    expect(await vehiclesOf(boss)).toMatchObject([
      {
        description: "Car",
        capacity: 4,
        fuel: null,
        seats_total: 3,
        vehicle_type: { id: type.id },
        skills: [{ id: skill.id }],
      },
    ]);
  });

  it("an import finds a vehicle type even if its short key or name is typed in another letter case", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    const { id } = await boss.createVehicleType({ name: "Van", short_key: "VAN" });
    await bring(boss, "VEHICLES", "license_plate;description;active;capacity;vehicle_type\nG 1;;1;1;van");
    expect(await vehiclesOf(boss)).toMatchObject([{ vehicle_type: { id } }]);
  });

  it("an import skips and reports rows whose object was changed or created by another user since the check", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    const car = { license_plate: "G 1", description: "Old", active: true, capacity: 1 };
    const { id: vehicleId, lock_version } = await boss.createVehicle(car);
    const { id } = await checkTableFile(
      boss,
      "VEHICLES",
      `${VEHICLE_FILE_HEADER}\nG 1;New;1;2;\nG 2;Van;1;3;\nG 3;Bus;1;9;`,
    );
    await boss.updateVehicle({ ...car, id: vehicleId, lock_version, description: "Mine" });
    await boss.createVehicle({ ...car, license_plate: "G 2", description: "Mine too" });
    expect((await apply(boss, id)).result).toMatchObject({
      created: 1,
      updated: 0,
      skipped: 2,
      skips: [
        { line: 2, column: null, code: "LOCK_VERSION_CONFLICT" },
        { line: 3, column: null, code: "RESOURCE_ALREADY_EXISTS" },
      ],
    });
    const found = await vehiclesOf(boss);
    expect(found.map(({ description }) => description)).toEqual(["Mine", "Mine too", "Bus"]);
  });

  it("an import refuses two rows for one object, and a key that belongs to another object", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    for (const [license_plate, external_id] of [
      ["G 1", "one"],
      ["G 2", "two"],
    ] as const)
      await boss.createVehicle({ license_plate, external_id, description: "", active: true, capacity: 1 });
    const lines = ["G 9;;1;1;new", "g 9;;1;1;", "G 1;;1;2;two", "G 1;;1;2;three", "G 2;;1;5;", "G 8;;1;6;two"];
    expect(await checkTableFile(boss, "VEHICLES", [VEHICLE_FILE_HEADER, ...lines].join("\n"))).toMatchObject({
      creates: 1,
      updates: 1,
      faults: [
        { line: 3, column: "license_plate", ...alreadyExists },
        { line: 4, column: "license_plate", ...alreadyExists },
        { line: 5, column: "license_plate", ...alreadyExists },
        { line: 7, column: "external_id", ...alreadyExists },
      ],
    });
  });

  it("an import is limited to the scope of the caller's grants for its kind", async () => {
    const { tenant } = (await api.signIn()).session;
    const [graz, linz] = [await insertBranch(api.db, tenant.id, "Graz"), await insertBranch(api.db, tenant.id, "Linz")];
    const everywhere = await api.bearer({ tenant, grants: vehicleImportGrants });
    const foreign = { license_plate: "L 1", description: "", active: true, capacity: 1, branch_id: linz };
    await everywhere.createVehicle(foreign);
    const local = await api.bearer({ tenant, grants: vehicleImportGrants, branchIds: [graz] });
    const file =
      "license_plate;description;active;capacity;branch\nG 1;;1;1;Graz\nG 2;;1;1;\nG 3;;1;1;Linz\nL 1;;1;5;Graz";
    const { id, ...checked } = await checkTableFile(local, "VEHICLES", file);
    expect(checked).toMatchObject({
      creates: 1,
      faults: [
        { line: 3, column: "branch", code: "BRANCH_ACCESS_DENIED" },
        { line: 4, column: "branch", code: "REFERENCE_NOT_FOUND" },
        { line: 5, column: "license_plate", ...alreadyExists },
      ],
    });
    for (const outsider of [everywhere, await api.signIn(...vehicleImportGrants)]) {
      const hidden = { status: 404, code: "RESOURCE_NOT_FOUND" };
      await expect(outsider.getImport({ id })).rejects.toMatchObject(hidden);
      await expect(outsider.applyImport({ id })).rejects.toMatchObject(hidden);
    }
    const lacking = await api.bearer({ tenant, grants: ["importData", "createVehicle"] });
    await expect(checkTableFile(lacking, "VEHICLES", file)).rejects.toMatchObject({
      status: 403,
      code: "AUTH_GRANT_MISSING",
    });
    const bound = await api.bearer({
      tenant,
      grants: ["importData", "createBranch", "updateBranch"],
      branchIds: [graz],
    });
    await expect(checkTableFile(bound, "BRANCHES", "name\nWien")).rejects.toMatchObject({
      status: 403,
      code: "BRANCH_ACCESS_DENIED",
    });
  });

  it("an import stops when the user who applied it loses the grant, and stores none of its remaining rows", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    const { tenant, user_id, role_id } = boss.session;
    const { id } = await checkTableFile(boss, "VEHICLES", `${VEHICLE_FILE_HEADER}\nG 1;;1;1;\nG 2;;1;1;`);
    await boss.applyImport({ id });
    await api.db.system.run(sql`update roles set grants = array_remove(grants, 'updateVehicle') where id = ${role_id}`);
    await api.app.tidyUp();
    expect(await boss.getImport({ id })).toMatchObject({
      status: "STOPPED",
      result: { created: 0, remaining: 2, stopped_by: "AUTH_GRANT_MISSING" },
    });
    const rest = await api.db.system.many(sql`select line from import_rows where tenant_id = ${tenant.id}`);
    expect([user_id !== null, rest]).toEqual([true, []]);
  });

  it("an import creates branches with their addresses", async () => {
    const boss = await api.signIn("importData", "createBranch", "updateBranch", "getBranches");
    const file =
      "external_id;name;street;zip_code;city;country;phone_number;lat;lon\nB1;Graz;Hauptplatz;8010;Graz;AT;+43316123456;47,07;15,43\nB2;Linz;;;;;;;";
    await bring(boss, "BRANCHES", file);
    const found = await boss.getBranches();
    expect(found).toMatchObject([
      { name: "Graz", type: "BRANCH", address: { street: "Hauptplatz", zip_code: "8010", lat: 47.07, lon: 15.43 } },
      { name: "Linz", active: true },
    ]);
    expect(await bring(boss, "BRANCHES", file)).toMatchObject({ unchanged: 2 });
    expect(await bring(boss, "BRANCHES", "external_id;city\nB1;Graz Nord")).toMatchObject({ updates: 1 });
    const [moved] = await boss.getBranches();
    expect(moved?.address).toMatchObject({ street: "Hauptplatz", city: "Graz Nord" });
    const again = await bring(boss, "BRANCHES", "external_id;city\nB1;Graz Nord");
    expect(again).toMatchObject({ unchanged: 1, updates: 0 });
    expect((await boss.getBranches())[0]).toEqual(moved);
    await bring(boss, "BRANCHES", "external_id;name;zip_code;country\nB3;Dresden;1067;DE");
    expect((await boss.getBranches())[0]?.address).toMatchObject({ zip_code: "01067" });
  });

  it("an import creates people with one role each, under the rules for assigning roles, and invites them by mail", async () => {
    const boss = await api.signIn("importData", "createUser", "updateUser", "getUsers", "getRoles");
    const { tenant, role_id } = boss.session;
    const group = await insertBranchGroup(api.db, tenant.id, [await insertBranch(api.db, tenant.id)]);
    await api.db.system.run(sql`update branch_groups set name = 'Styria' where id = ${group}`);
    await api.db.system.run(sql`
      insert into roles (tenant_id, name, role_type, branch_access, grants) values
        (${tenant.id}, 'Reader', 'READER', 'BRANCH_SINGLE', array['getUsers']), (${tenant.id}, 'Chief', 'ADMINISTRATOR', 'ALL', array['deleteUser'])`);
    await api.db.system.run(sql`
      update roles set roles_allowed_to_assign = array(select id from roles where tenant_id = ${tenant.id} and name in ('Reader', 'Chief')) where id = ${role_id}`);
    const file = `firstname,lastname,email,phone_number,language,role,branch_group
Anna,Gruber,Anna@example.org,+4366412345678,de,reader,Styria
Bert,Huber,,,,,
Cora,Maier,cora@example.org,,fr,,
Dora,Bauer,dora@example.org,,,Chief,
Emil,Wolf,emil@example.org,unbekannt,,,
Finn,Fuchs,anna@EXAMPLE.org,,,,
`;
    const { id, ...checked } = await checkTableFile(boss, "USERS", file);
    expect(checked).toMatchObject({
      creates: 1,
      faults: [
        { line: 3, column: null, code: "FIELD_COMBINATION_INVALID" },
        { line: 4, column: "language", code: "VALIDATION_FAILED" },
        { line: 5, column: null, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" },
        { line: 6, column: "phone_number", code: "VALIDATION_FAILED" },
        { line: 7, column: "email", ...alreadyExists },
      ],
    });
    await apply(boss, id);
    const { users } = await boss.getUsers();
    expect(users.find(({ lastname }) => lastname === "Gruber")).toMatchObject({
      role_associations: [{ role_name: "Reader", branch_group_name: "Styria" }],
      language: "de",
    });
    const mails = await api.db.system.many(sql`select recipient from outbox_messages where tenant_id = ${tenant.id}`);
    expect(mails).toEqual([{ recipient: "Anna@example.org" }]);
    expect(await checkTableFile(boss, "USERS", file)).toMatchObject({ creates: 0, updates: 0, unchanged: 1 });
  });

  it("an import checks a role of an existing person by the scope of updateUser, even after a new person in the file gets the same role", async () => {
    const tenant = await api.aTenant();
    const places = [await insertBranch(api.db, tenant.id, "Graz"), await insertBranch(api.db, tenant.id, "Linz")];
    const boss = await api.bearer({ tenant, grants: ["importData", "createUser", "getUsers"] });
    const [graz, linz] = [await insertBranchGroup(api.db, tenant.id, places.slice(0, 1))].concat(
      await insertBranchGroup(api.db, tenant.id, places.slice(1)),
    );
    const editor = await insertRole(tenant.id, "Editor", "updateUser");
    const reader = await insertRole(tenant.id, "Reader", "getUsers");
    await api.db.system.run(sql`
      update roles set roles_allowed_to_assign = array[${reader}::uuid] where id = ${boss.session.role_id}`);
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      values (${tenant.id}, ${boss.session.user_id}, ${editor}, ${graz})`);
    const header = "firstname;lastname;email;role;branch_group";
    await bring(boss, "USERS", `${header}\nAnna;Gruber;anna@example.org;Reader;${graz}`);
    const file = `${header}\nBert;Huber;bert@example.org;Reader;${linz}\nAnna;Gruber;anna@example.org;Reader;${linz}`;
    expect(await checkTableFile(boss, "USERS", file)).toMatchObject({
      creates: 1,
      updates: 0,
      faults: [{ line: 3, column: null, code: "BRANCH_ACCESS_DENIED" }],
    });
  });

  it("an import creates phones with the branch that they work for", async () => {
    const boss = await api.signIn("importData", "createDevice", "updateDevice", "getDevices");
    const { tenant } = boss.session;
    const [graz] = [await insertBranch(api.db, tenant.id, "Graz"), await insertBranch(api.db, tenant.id, "Linz")];
    const file = "phone_number\tname\tbranch\n+4366412345678\tOne\tGraz\n+4366412345679\tTwo\t";
    await bring(boss, "DEVICES", file);
    expect(await boss.getDevices()).toMatchObject([
      { name: "One", active_states: [{ branch_id: graz, active: true }] },
      { name: "Two", active_states: [] },
    ]);
    expect(await bring(boss, "DEVICES", file)).toMatchObject({ unchanged: 2 });
    expect(await bring(boss, "DEVICES", "phone_number,name\n0664 123 456 78,One")).toMatchObject({ unchanged: 1 });
    await bring(boss, "DEVICES", "phone_number,branch\n+4366412345678,Linz");
    expect((await boss.getDevices())[0]?.active_states).toHaveLength(2);
  });

  it("an import creates an address book, and restores leading zeros that a spreadsheet removed", async () => {
    const boss = await api.signIn("importData", "createAddress", "updateAddress", "getAddresses");
    const hours = { d0: [{ from: "08:00", to: "12:00" }] };
    await boss.createAddress({ name: "LKH", opening_hours: hours });
    const file =
      "name;zip_code;country;lat;lon;cold_storage\nLKH;8036;AT;47.08;15.46;ja\nElbe;1067;DE;;;\nHalf;;;47.1;;";
    const { id, ...checked } = await checkTableFile(boss, "ADDRESSES", file);
    expect(checked).toMatchObject({
      creates: 1,
      updates: 1,
      faults: [{ line: 4, column: "lat", code: "FIELD_COMBINATION_INVALID" }],
    });
    await apply(boss, id);
    expect(await boss.getAddresses()).toMatchObject([
      { name: "Elbe", postal_code: "01067" },
      { name: "LKH", postal_code: "8036", cold_storage: true, opening_hours: hours },
    ]);
    expect(await checkTableFile(boss, "ADDRESSES", file)).toMatchObject({ creates: 0, updates: 0, unchanged: 2 });
  });

  it("an import is deleted after a day, and a caller's eleventh import replaces the first", async () => {
    const boss = await api.signIn(...vehicleImportGrants);
    const ids: string[] = [];
    for (let number = 0; number < 11; number++)
      ids.push((await checkTableFile(boss, "VEHICLES", `${VEHICLE_FILE_HEADER}\nG 1;;1;1;`)).id);
    const [first = "", second = ""] = ids;
    await expect(boss.getImport({ id: first })).rejects.toMatchObject({ status: 404 });
    expect(await boss.getImport({ id: second })).toMatchObject({ result: null });
    await api.db.system.run(sql`update imports set created_at = now() - interval '25 hours' where id = ${second}`);
    await expect(boss.applyImport({ id: second })).rejects.toMatchObject({ status: 404 });
  });
});
