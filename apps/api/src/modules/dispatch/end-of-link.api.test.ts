import { randomUUID } from "node:crypto";
import { Transformer } from "@napi-rs/image";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { ApiProblem } from "@leitstand/client/problem";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { dispatchGrants } from "../../testing/dispatch";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { listenToStream, announceTitledEvent, titleOfStreamMessage } from "../../testing/live-streams";
import { type ApiSession, startApi } from "../../testing/start-api";
import { insertTour } from "../../testing/fleet";

const grants = [
  ...dispatchGrants,
  "getDashboard",
  "getAreas",
  "getCaseComments",
  "createCaseComment",
  "setTodoCompleted",
  "uploadCaseAssets",
  "getAssets",
  "deleteAsset",
  "createTodoTemplate",
  "getBranches",
];
const linkAges = ["open", "finished today", "taken back today", "ended yesterday"] as const;
type LinkAge = (typeof linkAges)[number];
/** Sign-ins of a crew: the phone alone, or a driver on it. */
const crewSignIns = ["phone", "driver"] as const;
type CrewSignIn = (typeof crewSignIns)[number];
const companyTypes = ["FUNERAL", "ROADSIDE_ASSISTANCE"] as const;
type CompanyType = (typeof companyTypes)[number];
/** Action with its payload. */
type ActionStep = readonly [action: string, payload?: object];

/** Texts that a crew must not read after its work has ended. */
const secretTexts = [
  "Secret caller",
  "+436641112223",
  "mind the secret dog",
  "secret ring",
  "Secret porter",
  "secret note",
];
const secretContact = { name: "Secret caller", phone_number: "+436641112223", notes: "secret note" };
const secretPlace = { city: "Graz", zip_code: "8020", contact_name: "Secret porter", notes: "mind the secret dog" };

function caseDraftOf(company: CompanyType) {
  if (company === "FUNERAL") {
    const plain = funeralCaseRequest().funeral_data;
    const belongings = { ring: "RELOCATED", description: "secret ring" } as const;
    const cargo_deceased = { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01", belongings };
    if (!plain) throw new Error("a transport has data");
    return funeralCaseRequest({
      contact: secretContact,
      description: "secret note",
      funeral_data: { ...plain, source_address: secretPlace, cargo_deceased },
    });
  }
  const plain = roadsideCaseRequest().rsa_data;
  const customer = { last_name: "Gruber", phone_number: "+436641112223" };
  const source_address = { ...plain?.source_address, ...secretPlace };
  return roadsideCaseRequest({
    contact: secretContact,
    description: "secret note",
    rsa_data: { ...plain, customer, source_address },
  });
}

interface LinkTestScene {
  readonly dispatcher: ApiSession;
  readonly driver: ApiSession;
  readonly tour_id: string;
  readonly id: string;
  readonly files: { readonly own: string; readonly others: string };
  readonly todo_id: string;
}

/** One API serves the companies of both types. */
const api = startApi();

describe.each(companyTypes)("the end of a link at a company of type %s", (company) => {
  let photo: File;
  let dispatcher: ApiSession;
  let branch: string;
  const isFuneral = company === "FUNERAL";

  beforeAll(async () => {
    const png = await Transformer.fromRgbaPixels(new Uint8Array(4 * 4 * 4).fill(90), 4, 4).png();
    photo = new File([png as BlobPart], "photo.png");
    dispatcher = await api.bearer({ tenant: await api.aTenant(company), grants });
    branch = await insertBranch(api.db, dispatcher.session.tenant.id);
    await dispatcher.createTodoTemplate({ type: "CASE_TEMPLATE", title: "Papers", phase: "DELIVERY", required: false });
  });

  const versionOf = async (id: string) => (await dispatcher.getCase({ id })).lock_version;
  const act = async (
    by: ApiSession,
    { id, tour_id }: Pick<LinkTestScene, "id" | "tour_id">,
    ...[action, payload]: ActionStep
  ) =>
    by.receiveAction({
      id,
      action,
      tour_id,
      lock_version: await versionOf(id),
      ...(payload ? { payload } : {}),
      ...(by === dispatcher || action === "FORWARD" ? { reason: "secret note" } : {}),
    } as Parameters<ApiSession["receiveAction"]>[0]);
  const age = (id: string, hours: number) =>
    api.db.system.run(
      sql`update case_links set closed_at = closed_at - make_interval(hours => ${hours}) where case_id = ${id}`,
    );

  async function aCrew(signIn: CrewSignIn) {
    const { tenant } = dispatcher.session;
    const overrides = signIn === "phone" ? ({ kind: "DEVICE" } as const) : ({ roleType: "DRIVER" } as const);
    const driver = await api.bearer({ tenant, grants, branchIds: [branch], ...overrides });
    const { user_id, device_id } = driver.session;
    const tour_id = await insertTour(api.db, tenant.id, { deviceId: device_id, capacity: 50, branchId: branch });
    if (user_id !== null)
      await api.db.system.run(
        sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${tour_id}, ${user_id})`,
      );
    return { driver, tour_id };
  }

  async function anOpenLink(signIn: CrewSignIn): Promise<LinkTestScene> {
    const { driver, tour_id } = await aCrew(signIn);
    const { id, todos } = await dispatcher.createCase(caseDraftOf(company));
    await act(dispatcher, { id, tour_id }, "ASSIGN");
    await act(driver, { id, tour_id }, "ACCEPT");
    const files = {
      own: (await driver.uploadCaseAssets({ id, file: photo })).id,
      others: (await dispatcher.uploadCaseAssets({ id, file: photo })).id,
    };
    return { dispatcher, driver, tour_id, id, files, todo_id: todos?.delivery[0]?.id as string };
  }

  async function finish(scene: LinkTestScene) {
    const facts = { identity_confirmed: true, belongings_confirmed: true };
    const steps: ActionStep[] = isFuneral
      ? [["START"], ["LOAD", facts], ["DELIVER", { ...facts, received_by: "Huber", signature: "M0 0L9 9" }]]
      : [["ON_THE_WAY"], ["ARRIVE"], ["FINISH", { finish_reason: "runs again" }]];
    for (const [action, payload] of steps) await act(scene.driver, scene, action, payload);
  }

  async function sceneOf(age_: LinkAge, signIn: CrewSignIn): Promise<LinkTestScene> {
    const scene = await anOpenLink(signIn);
    if (age_ === "finished today" || age_ === "ended yesterday") await finish(scene);
    if (age_ === "taken back today") await act(dispatcher, scene, "UNASSIGN");
    if (age_ === "ended yesterday") await age(scene.id, 25);
    return scene;
  }

  /** Shape of an answer: `whole`, `redacted` or `stub`, and never anything in between. */
  function shapeOf(answer: object): string {
    const text = JSON.stringify(answer);
    const told = secretTexts.filter((secret) => text.includes(secret));
    if ("rows" in answer)
      return told.length === 0 && !/Muster|Gruber|Graz/.test(text) ? "stub" : `stub with ${told.join()}`;
    const { is_redacted } = answer as { is_redacted: boolean };
    if (is_redacted) return told.length === 0 ? "redacted" : `redacted, but for ${told.join()}`;
    return told.length >= 4 ? "whole" : "neither";
  }
  const outcomeOf = (asked: Promise<string>) =>
    asked.catch((error: ApiProblem) => `${error.status} ${String(error.code)}`);

  const operations: Readonly<Record<string, (scene: LinkTestScene, age_: LinkAge) => Promise<string>>> = {
    getCase: async ({ driver, id }) => shapeOf(await driver.getCase({ id })),
    getCases: async ({ driver, id }) => (await driver.getCases({ ids: [id] })).cases.map(shapeOf).join() || "nothing",
    getCaseStateHistory: async ({ driver, id }) => {
      const rows = await driver.getCaseStateHistory({ id });
      return rows.length === 0 ? "nothing" : "told";
    },
    getCaseComments: async ({ driver, id }) => `${(await driver.getCaseComments({ id })).meta.total_elements} read`,
    createCaseComment: async ({ driver, id }) => (await driver.createCaseComment({ id, text: "ok" })).kind,
    setTodoCompleted: async ({ driver, id, todo_id }) =>
      (await driver.setTodoCompleted({ case_id: id, todo_id })).completed ? "ticked" : "not ticked",
    uploadCaseAssets: async ({ driver, id }) => (await driver.uploadCaseAssets({ id, file: photo })).kind,
    getAsset: async ({ driver, files }) => {
      const read = await Promise.all(
        Object.entries(files).map(async ([whose, id]) =>
          driver.getAsset({ id }).then(
            () => [whose],
            () => [],
          ),
        ),
      );
      return read.flat().join("+") || "404 RESOURCE_NOT_FOUND";
    },
    receiveAction: async (scene, age_) => {
      const next = isFuneral ? "START" : "ON_THE_WAY";
      const action = age_ === "open" || age_ === "taken back today" ? next : "UNDO";
      return shapeOf(await act(scene.driver, scene, action));
    },
  };
  const none = "404 RESOURCE_NOT_FOUND";
  const table: Readonly<Record<keyof typeof operations, readonly [string, string, string, string]>> = {
    getCase: ["whole", "redacted", "stub", none],
    getCases: ["whole", "redacted", "nothing", "nothing"],
    getCaseStateHistory: ["told", "told", none, none],
    getCaseComments: ["0 read", none, none, none],
    createCaseComment: ["NOTE", none, none, none],
    setTodoCompleted: ["ticked", "ticked", none, none],
    uploadCaseAssets: ["IMAGE", "IMAGE", none, none],
    getAsset: ["own+others", "own", none, none],
    receiveAction: ["whole", "whole", "409 CASE_ACTION_NOT_ALLOWED", none],
  };
  const cells = crewSignIns.flatMap((signIn) =>
    linkAges.flatMap((age_, column) =>
      Object.entries(table).map(([operation, row]) => ({
        signIn,
        age: age_,
        operation,
        outcome: row[column] as string,
      })),
    ),
  );
  const scenes = new Map<string, Promise<LinkTestScene>>();

  it.each(cells)(
    "$operation by a crew signed in as $signIn whose link is $age has the outcome $outcome",
    async (cell) => {
      const name = `${cell.signIn} ${cell.age}`;
      const scene = scenes.get(name) ?? sceneOf(cell.age, cell.signIn);
      scenes.set(name, scene);
      const ask = operations[cell.operation] as (typeof operations)[string];
      expect(await outcomeOf(ask(await scene, cell.age))).toBe(cell.outcome);
    },
  );

  it("the table of outcomes has a cell for each age of a link, operation and sign-in of a crew", () => {
    expect(cells).toHaveLength(72);
  });

  it("a crew that forwards a case gets only a stub, and can roll the forward back within ten minutes", async () => {
    const scene = await anOpenLink("phone");
    const other = await aCrew("phone");
    const forwarded = await act(scene.driver, scene, "FORWARD", { to_tour_id: other.tour_id });
    expect(shapeOf(forwarded)).toBe("stub");
    expect(forwarded as unknown as CaseStub).toMatchObject({
      tour_id: scene.tour_id,
      bucket: "forwarded",
      reason: "FORWARD",
      state: { actions: ["FORWARD_ROLLBACK"] },
    });
    expect(shapeOf(await act(scene.driver, scene, "FORWARD_ROLLBACK"))).toBe("whole");
    await act(scene.driver, scene, "FORWARD", { to_tour_id: other.tour_id });
    api.clock.advance({ minutes: 11 });
    expect(await outcomeOf(act(scene.driver, scene, "FORWARD_ROLLBACK").then(shapeOf))).toBe(
      "409 CASE_ACTION_NOT_ALLOWED",
    );
  });

  it("a late phone entry about work before the end of its link is accepted for 72 hours, whatever has happened to the link", async () => {
    const entry = { text: "Arrived at 10:40", kind: "LATE_ENTRY", action: "ARRIVE", action_id: randomUUID() } as const;
    for (const ended of ["finished today", "taken back today"] as const) {
      const { id, driver } = await sceneOf(ended, "phone");
      await age(id, 71);
      expect(await driver.createCaseComment({ id, ...entry, occurred_at: "2026-03-01T10:40:00Z" })).toMatchObject(
        entry,
      );
      expect(await outcomeOf(driver.createCaseComment({ id, text: "ok" }).then(({ kind }) => kind))).toBe(none);
      await age(id, 2);
      expect(await outcomeOf(driver.createCaseComment({ id, ...entry }).then(({ kind }) => kind))).toBe(none);
    }
  });

  it("a phone with several links to a case has the most extensive access of any of them", async () => {
    const scene = await sceneOf("taken back today", "phone");
    const { tenant } = dispatcher.session;
    const tour_id = await insertTour(api.db, tenant.id, {
      deviceId: scene.driver.session.device_id,
      status: "SCHEDULED",
    });
    await act(dispatcher, { id: scene.id, tour_id }, "ASSIGN");
    expect(shapeOf(await scene.driver.getCase({ id: scene.id }))).toBe("whole");
  });

  it("a tour from which a case was taken back still shows the number of the case", async () => {
    const { id, driver, tour_id } = await sceneOf("taken back today", "phone");
    const tour = await driver.getTour({ id: tour_id });
    const { natural_id, display_name } = await dispatcher.getCase({ id });
    expect(tour.unassigned_cases).toMatchObject([{ id, natural_id, display_name: natural_id }]);
    expect((await dispatcher.getTour({ id: tour_id })).unassigned_cases).toMatchObject([{ id, display_name }]);
  });

  it("a todo of finished work cannot be ticked", async () => {
    const scene = await sceneOf("finished today", "phone");
    await act(isFuneral ? scene.driver : dispatcher, scene, "DONE");
    const { id, todo_id, driver } = scene;
    const ticked = driver.setTodoCompleted({ case_id: id, todo_id }).then(() => "ticked");
    expect(await outcomeOf(ticked)).toBe(none);
  });

  it("a crew is notified of the end of its link, and of no later change", async () => {
    const taken = await anOpenLink("phone");
    const finished = await anOpenLink("driver");
    const hear = ({ driver }: LinkTestScene) => listenToStream({ url: api.url, session: driver }, "the end");
    const [ofTaken, ofFinished] = [await hear(taken), await hear(finished)];
    const mark = (title: string) =>
      api.db.transaction(dispatcher.session.tenant.id, async (tx) => announceTitledEvent(tx, title));
    // The newest events before this cursor may not have reached the streams yet.
    await mark("the beginning");
    await act(dispatcher, taken, "UNASSIGN");
    await finish(finished);
    for (const { id } of [taken, finished]) {
      await dispatcher.createCaseComment({ id, text: "secret note" });
      await dispatcher.uploadCaseAssets({ id, file: photo });
    }
    await age(finished.id, 25);
    await dispatcher.uploadCaseAssets({ id: finished.id, file: photo });
    await mark("the end");
    const ofCase = (messages: readonly StreamMessage[], { id }: LinkTestScene) =>
      messages
        .slice(messages.findIndex((message) => titleOfStreamMessage(message) === "the beginning"))
        .filter(({ data }) => (data as { case_id?: string }).case_id === id)
        .map(({ type, data }) => (data as { action?: string }).action ?? type);
    expect(ofCase(await ofTaken.reading, taken)).toEqual(["UNASSIGN"]);
    const steps = isFuneral ? ["START", "LOAD", "DELIVER"] : ["ON_THE_WAY", "ARRIVE", "FINISH"];
    expect(ofCase(await ofFinished.reading, finished)).toEqual([...steps, "case update"]);
  });

  it("a dispatcher who also drives gets no stub after forwarding a case out of their own scope", async () => {
    const far = await insertBranch(api.db, dispatcher.session.tenant.id);
    const { tenant } = dispatcher.session;
    const both = await api.bearer({ tenant, grants, branchIds: [far] });
    const { role_id } = (await api.bearer({ tenant, grants, roleType: "DRIVER", branchIds: [branch] })).session;
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      values (${tenant.id}, ${both.session.user_id}, ${role_id}, ${await insertBranchGroup(api.db, tenant.id, [branch])})`);
    const { tour_id } = await aCrew("phone");
    const { id } = await dispatcher.createCase({ ...caseDraftOf(company), branch_id: branch });
    await act(dispatcher, { id, tour_id }, "ASSIGN");
    await act(dispatcher, { id, tour_id }, "FORWARD", { to_branch_id: far });
    const back = await act(both, { id, tour_id }, "FORWARD_ROLLBACK");
    expect(back).toMatchObject({ id, branch_id: branch });
    await expect(both.getCase({ id })).rejects.toMatchObject({ status: 404 });
  });
});
