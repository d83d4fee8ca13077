import { randomUUID } from "node:crypto";
import { Transformer } from "@napi-rs/image";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";
import { caseTimerJobHandlers } from "./dispatch.jobs";

type ActionPayload = NonNullable<Parameters<ApiSession["receiveAction"]>[0]["payload"]>;

const createPhotoFile = async (shade = 120) =>
  new File(
    [(await Transformer.fromRgbaPixels(new Uint8Array(64 * 48 * 4).fill(shade), 64, 48).jpeg(90)) as BlobPart],
    "ecke.jpg",
  );

describe("photos that a crew announces", () => {
  const api = startApi();
  let dispatcher: ApiSession;
  let crew: CreatedTourCrew;
  beforeAll(async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    await api.db.system.run(sql`
      update tenants set settings = settings || '{"photos_before_tow": 2, "photos_at_finish": 2}' where id = ${tenant.id}`);
    const grants = [...dispatchGrants, "uploadCaseAssets", "getAssets", "deleteAsset", "getCriticalMessages"];
    dispatcher = await api.bearer({ tenant, grants });
    crew = await createTestTourCrew(api, tenant, { grants });
  });

  const act = async (
    id: string,
    action: CaseAction,
    { reason, ...payload }: ActionPayload & { reason?: string } = {},
  ) => {
    const { lock_version } = await dispatcher.getCase({ id });
    const actor = action === "ASSIGN" || action === "UNASSIGN" ? dispatcher : crew.driver;
    return actor.receiveAction({ id, action, tour_id: crew.tour_id, lock_version, reason, payload });
  };
  const onSite = async () => {
    const { rsa_data } = roadsideCaseRequest();
    const target_address = { name: "Werkstatt", city: "Graz" };
    const { id } = await dispatcher.createCase(roadsideCaseRequest({ rsa_data: { ...rsa_data, target_address } }));
    for (const action of ["ASSIGN", "ON_THE_WAY", "ARRIVE"] as const) await act(id, action);
    return id;
  };
  const tow = (id: string, payload: ActionPayload = {}) => act(id, "TO_TOWING_DESTINATION", payload);
  const closedHoursAgo = (id: string, hours: number) =>
    api.db.system.run(sql`
      update case_links set closed_at = now() - make_interval(hours => ${hours}) where case_id = ${id} and closed_at is not null`);
  const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };

  it("announced photos satisfy the rules before a tow and at the end of a case as if they had arrived", async () => {
    const id = await onSite();
    const photo_ids = [randomUUID(), randomUUID()];
    await expect(tow(id, { photo_ids: photo_ids.slice(1) })).rejects.toMatchObject({ code: "ACTION_INPUT_MISSING" });
    await tow(id, { photo_ids });
    await act(id, "AT_TOWING_DESTINATION", { photo_ids });
    const { state } = await act(id, "DELIVER", { received_by: "Werkstatt", signature: "M0 0L4 4" });
    expect(state.current).toBe("finished");
  });

  it("a photo is stored once, whether it arrives before or after the action that announces it", async () => {
    const id = await onSite();
    const [sent, announced] = [randomUUID(), randomUUID()];
    await crew.driver.uploadCaseAssets({ id, client_id: sent, file: await createPhotoFile() });
    await expect(tow(id, { photo_ids: [sent] })).rejects.toMatchObject({ code: "ACTION_INPUT_MISSING" });
    await tow(id, { photo_ids: [sent, announced] });
    await crew.driver.uploadCaseAssets({ id, client_id: announced, file: await createPhotoFile(90) });
    expect((await dispatcher.getCase({ id })).assets?.images).toHaveLength(2);
  });

  it("announced photos stop counting when their action is undone, and count again when they are announced again", async () => {
    const id = await onSite();
    const photo_ids = [randomUUID(), randomUUID()];
    await tow(id, { photo_ids });
    await crew.driver.uploadCaseAssets({ id, client_id: photo_ids[0], file: await createPhotoFile() });
    await act(id, "UNDO");
    await expect(tow(id)).rejects.toMatchObject({ code: "ACTION_INPUT_MISSING" });
    await tow(id, { photo_ids });
    expect((await dispatcher.getCase({ id })).assets?.images).toMatchObject([{ superseded: false }]);
  });

  it("photos of an action stay valid when a later action that also named them is undone, whenever they arrive", async () => {
    const id = await onSite();
    const photo_ids = [randomUUID(), randomUUID(), randomUUID()];
    const [first, second, last] = photo_ids;
    await tow(id, { photo_ids: photo_ids.slice(0, 2) });
    await act(id, "AT_TOWING_DESTINATION", { photo_ids });
    for (const client_id of [first, last])
      await crew.driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile() });
    await act(id, "UNDO");
    await crew.driver.uploadCaseAssets({ id, client_id: second, file: await createPhotoFile() });
    const { assets } = await dispatcher.getCase({ id });
    expect(assets?.images.map(({ superseded }) => superseded)).toEqual([false, true, false]);
    await act(id, "AT_TOWING_DESTINATION");
    const { state } = await act(id, "DELIVER", { received_by: "Werkstatt", signature: "M0 0L4 4" });
    expect(state.current).toBe("finished");
  });

  it("a photo that arrives after its action was undone is superseded until an action names it again", async () => {
    const id = await onSite();
    const photo_ids = [randomUUID(), randomUUID()];
    await tow(id, { photo_ids });
    await act(id, "UNDO");
    for (const client_id of photo_ids) {
      const sent = await crew.driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile() });
      expect(sent.superseded).toBe(true);
    }
    await expect(tow(id)).rejects.toMatchObject({ code: "ACTION_INPUT_MISSING" });
    await tow(id, { photo_ids });
    const { assets } = await dispatcher.getCase({ id });
    expect(assets?.images).toMatchObject([{ superseded: false }, { superseded: false }]);
  });

  it("a photo that no action announced stays valid when a forwarding is rolled back", async () => {
    const id = await onSite();
    const { tour_id: to_tour_id } = await createTestTourCrew(api, dispatcher.session.tenant);
    const decide = async (
      action: CaseAction,
      request: { tour_id?: string; reason?: string; payload: ActionPayload },
    ) => {
      const { lock_version } = await dispatcher.getCase({ id });
      await dispatcher.receiveAction({ id, action, lock_version, ...request });
    };
    await decide("FORWARD", { tour_id: crew.tour_id, reason: "breakdown", payload: { to_tour_id } });
    await dispatcher.uploadCaseAssets({ id, file: await createPhotoFile() });
    await decide("FORWARD_ROLLBACK", { payload: { from_tour_id: crew.tour_id } });
    expect((await dispatcher.getCase({ id })).assets?.images).toMatchObject([{ superseded: false }]);
  });

  it("a photo that is sent several times is stored once, and another picture under its id is refused", async () => {
    const id = await onSite();
    const client_id = randomUUID();
    const both = await Promise.all(
      [1, 2].map(async () => crew.driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile() })),
    );
    expect(both[0]).toEqual(both[1]);
    const other = crew.driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile(10) });
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    const elsewhere = crew.driver.uploadCaseAssets({ id: await onSite(), client_id, file: await createPhotoFile() });
    await expect(elsewhere).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    await dispatcher.deleteAsset({ id: both[0]?.id ?? "" });
    await expect(crew.driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile() })).rejects.toMatchObject(
      missing,
    );
    expect((await dispatcher.getCase({ id })).assets?.images).toEqual([]);
  });

  it("an announced photo is accepted for 72 hours after the link was taken back, only from the phone that announced it, which cannot read it", async () => {
    const id = await onSite();
    const photo_ids = [randomUUID(), randomUUID()];
    await act(id, "LOAD", { photo_ids });
    await act(id, "UNASSIGN", { reason: "other crew" });
    await closedHoursAgo(id, 71);
    const [first, second] = photo_ids;
    const sent = await crew.driver.uploadCaseAssets({ id, client_id: first, file: await createPhotoFile() });
    await expect(crew.driver.getAsset({ id: sent.id })).rejects.toMatchObject(missing);
    for (const client_id of [undefined, randomUUID()])
      await expect(
        crew.driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile() }),
      ).rejects.toMatchObject(missing);
    const stranger = await createTestTourCrew(api, dispatcher.session.tenant, { grants: ["uploadCaseAssets"] });
    const stolen = stranger.driver.uploadCaseAssets({ id, client_id: second, file: await createPhotoFile() });
    await expect(stolen).rejects.toMatchObject(missing);
    await closedHoursAgo(id, 73);
    await expect(
      crew.driver.uploadCaseAssets({ id, client_id: second, file: await createPhotoFile() }),
    ).rejects.toMatchObject(missing);
  });

  it("a photo that is uploaded later keeps the time at which it was taken", async () => {
    const id = await onSite();
    const [client_id, file] = [randomUUID(), await createPhotoFile()];
    const occurred_at = new Date(api.clock.now().getTime() - 3_600_000).toISOString();
    const ahead = new Date(api.clock.now().getTime() + 360_000).toISOString();
    const { driver } = crew;
    const early = driver.uploadCaseAssets({ id, client_id, occurred_at: ahead, file });
    await expect(early).rejects.toMatchObject({ status: 422, code: "TIME_OUT_OF_RANGE" });
    const nameless = driver.uploadCaseAssets({ id, occurred_at, file });
    await expect(nameless).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    await driver.uploadCaseAssets({ id, client_id, occurred_at, file });
    const [kept] = await api.db.system.many<{ occurred_at: string }>(sql`
      select occurred_at from case_photos where photo_id = ${client_id}`);
    expect(Date.parse(String(kept?.occurred_at))).toBe(Date.parse(occurred_at));
  });

  it("a photo that was announced on one case cannot be announced on another", async () => {
    const [id, other] = [await onSite(), await onSite()];
    const photo_ids = [randomUUID(), randomUUID()];
    await tow(id, { photo_ids });
    await expect(tow(other, { photo_ids })).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    expect((await dispatcher.getCase({ id: other })).state.current).toBe("arrived");
  });

  it("announced photos that have not arrived after 72 hours raise a message to the dispatchers", async () => {
    const id = await onSite();
    const photo_ids = [randomUUID(), randomUUID(), randomUUID()];
    await tow(id, { photo_ids });
    await crew.driver.uploadCaseAssets({ id, client_id: photo_ids[0], file: await createPhotoFile() });
    const [job] = await api.db.system.many<{ payload: Record<string, unknown>; hours: number }>(sql`
      select payload, round(extract(epoch from due_at - now()) / 3600)::int as hours from jobs
      where kind = 'CASE_PHOTOS_DUE' and payload ->> 'case_id' = ${id}`);
    expect(job?.hours).toBe(72);
    const { tenant } = dispatcher.session;
    const run = {
      tenant_id: tenant.id,
      id: "",
      kind: "CASE_PHOTOS_DUE",
      attempts: 0,
      max_attempts: 1,
      payload: job?.payload ?? {},
    };
    await api.db.systemTransaction(tenant.id, async (tx) =>
      caseTimerJobHandlers["CASE_PHOTOS_DUE"]?.work(tx, run, api.clock.now()),
    );
    const messages = await dispatcher.getCriticalMessages({});
    expect(messages.filter(({ case_id }) => case_id === id)).toMatchObject([
      { kind: "CASE_PHOTOS_MISSING", body: expect.stringMatching(/: 2$/) },
    ]);
  });

  it.each<[string, object]>([
    ["41 of them", { photo_ids: Array.from({ length: 41 }, () => randomUUID()) }],
    ["what is no id", { photo_ids: ["1"] }],
  ])("announced photos are refused when they are %s", async (_what, payload) => {
    await expect(tow(await onSite(), payload)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("a roadside photo stores the corner of the vehicle that it shows, and a repetition must name the same one", async () => {
    const id = await onSite();
    const client_id = randomUUID();
    const sent = await crew.driver.uploadCaseAssets({ id, client_id, corner: "FL", file: await createPhotoFile() });
    expect(sent.corner).toBe("FL");
    expect(await crew.driver.uploadCaseAssets({ id, client_id, corner: "FL", file: await createPhotoFile() })).toEqual(
      sent,
    );
    const other = crew.driver.uploadCaseAssets({ id, client_id, corner: "RR", file: await createPhotoFile() });
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    await crew.driver.uploadCaseAssets({ id, file: await createPhotoFile(90) });
    const { assets } = await dispatcher.getCase({ id });
    expect(assets?.images.map(({ corner }) => corner)).toEqual(["FL", null]);
  });

  it("only pictures of roadside cases accept the corner of a vehicle", async () => {
    const id = await onSite();
    const misplaced = { status: 422, code: "FIELD_COMBINATION_INVALID" };
    const signature = crew.driver.uploadCaseAssets({
      id,
      corner: "FL",
      kind: "SIGNATURE",
      file: await createPhotoFile(),
    });
    await expect(signature).rejects.toMatchObject(misplaced);
    const odd = crew.driver.uploadCaseAssets({ id, corner: "XX" as "FL", file: await createPhotoFile() });
    await expect(odd).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: [...dispatchGrants, "uploadCaseAssets"] });
    const { id: transport } = await dispatcher.createCase(funeralCaseRequest());
    const ofTransport = dispatcher.uploadCaseAssets({ id: transport, corner: "FL", file: await createPhotoFile() });
    await expect(ofTransport).rejects.toMatchObject(misplaced);
  });

  it("photos of a funeral transport can also be announced", async () => {
    const office = await api.signIn(...dispatchGrants);
    const { tour_id, driver } = await createTestTourCrew(api, office.session.tenant, {
      grants: [...dispatchGrants, "uploadCaseAssets"],
    });
    const { id } = await office.createCase(funeralCaseRequest());
    await office.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    const client_id = randomUUID();
    const payload = { photo_ids: [client_id.toUpperCase()] };
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1, payload });
    expect(await driver.uploadCaseAssets({ id, client_id, file: await createPhotoFile() })).toMatchObject({
      case_id: id,
    });
  });
});
