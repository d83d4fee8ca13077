import { randomUUID } from "node:crypto";
import { Transformer } from "@napi-rs/image";
import { beforeAll, describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";
import { createDepot, type DepotFixture } from "../../testing/tours";
import { sql } from "#platform/database/sql";

const driverGrants = ["createVehicleCheck", "getVehicleChecks", "uploadVehicleAsset", "getAssets"];
const dispatcherGrants = [
  ...driverGrants,
  "getCriticalMessages",
  "createTour",
  "finishTour",
  "createTodoTemplate",
  "deleteTodoTemplate",
];
const createPictureFile = async (shade: number) =>
  new File(
    [(await Transformer.fromRgbaPixels(new Uint8Array(64 * 48 * 4).fill(shade), 64, 48).jpeg(90)) as BlobPart],
    "a.jpg",
  );

describe("checks of vehicles", () => {
  const api = startApi();
  let depot: DepotFixture;
  let office: ApiSession;
  let lights: string;
  beforeAll(async () => {
    depot = await createDepot(api, await api.aTenant());
    office = await api.bearer({ tenant: depot.tenant, grants: dispatcherGrants });
    lights = (await office.createTodoTemplate({ title: "Lights", type: "VEHICLE_TEMPLATE" })).id;
  });
  const aDriver = (branch = depot.branch) =>
    api.bearer({ tenant: depot.tenant, roleType: "DRIVER", grants: driverGrants, branchIds: [branch] });
  const aCheck = (overrides: object = {}) => ({
    client_id: randomUUID(),
    occurred_at: api.clock.now().toISOString(),
    phase: "START" as const,
    mileage_km: 84_210,
    items: [{ template_id: lights, result: "OK" as const }],
    ...overrides,
  });
  const aDefect = (photo_ids: string[] = []) =>
    aCheck({ items: [{ template_id: lights, result: "DEFECT", note: "Left one is out", photo_ids }] });
  const told = async (vehicle: string) =>
    (await office.getCriticalMessages()).filter(({ args }) => args["vehicle_id"] === vehicle);

  it("a vehicle check stores its user, time and template titles, and a defect raises a message to the dispatchers of the branch", async () => {
    const [driver, id] = [await aDriver(), await depot.aVehicle()];
    const fine = await driver.createVehicleCheck({ id, ...aCheck({ phase: "END" }) });
    expect(fine).toMatchObject({ vehicle_id: id, phase: "END", mileage_km: 84_210, user_id: driver.session.user_id });
    expect(await told(id)).toEqual([]);
    const broken = await driver.createVehicleCheck({ id, ...aDefect() });
    expect(broken.items).toEqual([
      { template_id: lights, title: "Lights", result: "DEFECT", note: "Left one is out", photos: [] },
    ]);
    const [message, ...others] = await told(id);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ kind: "VEHICLE_DEFECT", body: "Lights: Left one is out", branch_id: depot.branch });
    expect((await office.getVehicleChecks({ id })).map((check) => check.id)).toEqual([broken.id, fine.id]);
  });

  it("a vehicle check is stored once even if it is sent often or concurrently, and its id is refused for other content", async () => {
    const [driver, id, check] = [await aDriver(), await depot.aVehicle(), aDefect()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => driver.createVehicleCheck({ id, ...check })));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(await told(id)).toHaveLength(1);
    const other = driver.createVehicleCheck({ id, ...check, mileage_km: 1 });
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    const stolen = (await aDriver()).createVehicleCheck({ id, ...check });
    await expect(stolen).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("a vehicle check sent again after a new sign-in of its driver is recognised, and refused on another phone", async () => {
    const [id, check] = [await depot.aVehicle(), aCheck()];
    const aPhone = () =>
      api.bearer({ tenant: depot.tenant, kind: "DEVICE", grants: driverGrants, branchIds: [depot.branch] });
    const signedInOn = async ({ session }: ApiSession) => {
      const driver = await aDriver();
      await api.db.system.run(
        sql`update tokens set device_id = ${session.device_id} where user_id = ${driver.session.user_id}`,
      );
      return driver;
    };
    const phone = await aPhone();
    const first = await phone.createVehicleCheck({ id, ...check });
    expect(await (await signedInOn(phone)).createVehicleCheck({ id, ...check })).toEqual(first);
    const elsewhere = (await signedInOn(await aPhone())).createVehicleCheck({ id, ...check });
    await expect(elsewhere).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    expect(await office.getVehicleChecks({ id })).toHaveLength(1);
  });

  it("a vehicle check keeps the title of its template after that is deleted, and a repetition gets the same answer", async () => {
    const [driver, id] = [await aDriver(), await depot.aVehicle()];
    const tyres = await office.createTodoTemplate({ title: "Tyres", type: "VEHICLE_TEMPLATE" });
    const check = aCheck({ items: [{ template_id: tyres.id, result: "OK" }] });
    const first = await driver.createVehicleCheck({ id, ...check });
    await office.deleteTodoTemplate({ id: tyres.id });
    expect(await driver.createVehicleCheck({ id, ...check })).toEqual(first);
    expect(first.items[0]?.title).toBe("Tyres");
  });

  it.each([
    [
      "a template of cases",
      async () => ({ items: [{ template_id: (await aCaseTemplate()).id, result: "OK" }] }),
      "REFERENCE_NOT_FOUND",
    ],
    [
      "a template twice",
      async () => ({ items: ["OK", "DEFECT"].map((result) => ({ template_id: lights, result })) }),
      "FIELD_COMBINATION_INVALID",
    ],
    [
      "a tour that the vehicle is not on",
      async () => ({ tour_id: (await office.createAndStartTour({})).id }),
      "REFERENCE_NOT_FOUND",
    ],
    [
      "a time ten minutes ahead",
      async () => ({ occurred_at: new Date(api.clock.now().getTime() + 600_000).toISOString() }),
      "TIME_OUT_OF_RANGE",
    ],
  ] as const)("a vehicle check is refused with %s", async (_, fault, code) => {
    const id = await depot.aVehicle();
    const wrong = office.createVehicleCheck({ id, ...aCheck(await fault()) });
    await expect(wrong).rejects.toMatchObject({ status: 422, code });
    expect(await office.getVehicleChecks({ id })).toEqual([]);
  });
  const aCaseTemplate = () => office.createTodoTemplate({ title: "Shoes", type: "CASE_TEMPLATE" });

  it("a vehicle check that a phone kept offline for a month is accepted", async () => {
    const id = await depot.aVehicle();
    const occurred_at = new Date(api.clock.now().getTime() - 30 * 86_400_000).toISOString();
    const check = await office.createVehicleCheck({ id, ...aCheck({ occurred_at }) });
    expect(Date.parse(check.received_at) - Date.parse(check.occurred_at)).toBeGreaterThan(29 * 86_400_000);
  });

  it("a driver may check their own vehicle and unused ones of the branch, and no others", async () => {
    const [driver, stranger] = [await aDriver(), await aDriver(await insertBranch(api.db, depot.tenant.id))];
    const id = await depot.aVehicle();
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "taken",
        (error: { code: string }) => error.code,
      );
    const tried = async (who: ApiSession) => [
      await codeOf(who.createVehicleCheck({ id, ...aCheck() })),
      await codeOf(who.getVehicleChecks({ id })),
    ];
    expect([await tried(driver), await tried(stranger)]).toEqual([
      ["taken", "taken"],
      ["RESOURCE_NOT_FOUND", "RESOURCE_NOT_FOUND"],
    ]);
    const start = (user_ids: string[]) => office.createAndStartTour({ user_ids, vehicles: [{ vehicle_id: id }] });
    const others = await start([await depot.aUser()]);
    expect(await tried(driver)).toEqual(["RESOURCE_NOT_FOUND", "RESOURCE_NOT_FOUND"]);
    await office.finishTour({ id: others.id, lock_version: others.lock_version });
    const own = await start([stranger.session.user_id as string]);
    expect([await tried(driver), await tried(stranger)]).toEqual([
      ["RESOURCE_NOT_FOUND", "RESOURCE_NOT_FOUND"],
      ["taken", "taken"],
    ]);
    await office.finishTour({ id: own.id, lock_version: own.lock_version });
    expect(await tried(stranger)).toEqual(["taken", "taken"]);
    await api.db.system.run(sql`update tours set ended_at = now() - interval '73 hours' where id = ${own.id}`);
    expect(await tried(stranger)).toEqual(["RESOURCE_NOT_FOUND", "RESOURCE_NOT_FOUND"]);
  });

  it("announced photos of a vehicle check are accepted once each, and shown to the dispatchers", async () => {
    const [driver, id, client_id] = [await aDriver(), await depot.aVehicle(), randomUUID()];
    const check = await driver.createVehicleCheck({ id, ...aDefect([client_id]) });
    expect(check.items[0]?.photos).toEqual([{ photo_id: client_id, asset_id: null }]);
    const photo = await createPictureFile(200);
    const sent = await Promise.all([1, 2, 3].map(() => driver.uploadVehicleAsset({ id, client_id, file: photo })));
    expect(new Set(sent.map((asset) => asset.id)).size).toBe(1);
    const [known] = await office.getVehicleChecks({ id });
    expect(known?.items[0]?.photos).toEqual([{ photo_id: client_id, asset_id: sent[0]?.id }]);
    expect((await office.getAsset({ id: sent[0]?.id as string })).headers.get("content-type")).toBe("image/jpeg");
    const another = driver.uploadVehicleAsset({ id, client_id, file: await createPictureFile(90) });
    await expect(another).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("photos that no vehicle check announced are refused, none is announced twice, and drivers without access to the vehicle see none", async () => {
    const [driver, id, client_id] = [await aDriver(), await depot.aVehicle(), randomUUID()];
    const file = await createPictureFile(120);
    const unknown = driver.uploadVehicleAsset({ id, client_id, file });
    await expect(unknown).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    await driver.createVehicleCheck({ id, ...aDefect([client_id]) });
    const twice = driver.createVehicleCheck({ id, ...aDefect([client_id]) });
    await expect(twice).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    const elsewhere = driver.uploadVehicleAsset({ id: await depot.aVehicle(), client_id, file });
    await expect(elsewhere).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    const stranger = await aDriver(await insertBranch(api.db, depot.tenant.id));
    const foreign = stranger.uploadVehicleAsset({ id, client_id, file });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    const asset = await driver.uploadVehicleAsset({ id, client_id, file });
    await expect(stranger.getAsset({ id: asset.id })).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
  });
});
