import { randomUUID } from "node:crypto";
import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import {
  readCurrentCursor,
  followStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
} from "../../testing/live-streams";
import { type ApiSession, startApi, type TestApi } from "../../testing/start-api";

interface LinkInAnswer {
  readonly tour_id: string;
  readonly bucket: string;
}
const openTourIdsOf = (links: readonly LinkInAnswer[] = []) =>
  links.filter(({ bucket }) => bucket === "open").map(({ tour_id }) => tour_id);

const streamGrants = ["getDashboard", "getAreas"];
/** All events of a dispatcher's stream from a cursor until now. */
async function listStreamMessagesSince(api: TestApi, dispatcher: ApiSession, lastEventId: string) {
  await api.db.transaction(dispatcher.session.tenant.id, async (tx) => announceTitledEvent(tx, "until here"));
  const messages = await receiveMessagesUntilTitle(
    followStream({ url: api.url, session: dispatcher, lastEventId }),
    "until here",
  );
  return messages.slice(0, -1);
}
const linksInMessage = (message: { readonly data: unknown } | undefined) =>
  (message?.data as { readonly tour_case_states?: readonly LinkInAnswer[] } | undefined)?.tour_case_states ?? [];

describe("a case that goes to another tour", () => {
  const api = startApi();
  const aDispatcher = async (type: "FUNERAL" | "ROADSIDE_ASSISTANCE" = "FUNERAL") =>
    api.bearer({ tenant: await api.aTenant(type), grants: [...dispatchGrants, ...streamGrants] });
  const crewsOf = (dispatcher: ApiSession, count = 2): Promise<CreatedTourCrew[]> =>
    Promise.all(Array.from({ length: count }, () => createTestTourCrew(api, dispatcher.session.tenant)));

  async function onTour(dispatcher: ApiSession, { tour_id }: CreatedTourCrew, draft = funeralCaseRequest()) {
    const { id } = await dispatcher.createCase(draft);
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    return id;
  }

  it.each(["FUNERAL", "ROADSIDE_ASSISTANCE"] as const)(
    "a reassigned case moves from one tour to the other with one new version, one history group and one message (%s)",
    async (type) => {
      const dispatcher = await aDispatcher(type);
      const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
      const id = await onTour(dispatcher, from, type === "FUNERAL" ? funeralCaseRequest() : roadsideCaseRequest());
      const lastEventId = await readCurrentCursor(api.db, dispatcher);
      const answer = await dispatcher.reassignCase({
        id,
        from_tour_id: from.tour_id.toUpperCase(),
        to_tour_id: to.tour_id,
        lock_version: 1,
        reason: "Closer by",
      });
      expect(answer.lock_version).toBe(2);
      expect(answer.tour_case_states).toMatchObject([
        { tour_id: from.tour_id, bucket: "unassigned" },
        { tour_id: to.tour_id, bucket: "open", state: type === "FUNERAL" ? "ASSIGNED" : "alarmed" },
      ]);
      const rows = (await dispatcher.getCaseStateHistory({ id })).filter(({ lock_version }) => lock_version === 2);
      expect(rows.find(({ transition }) => transition === "UNASSIGN")).toMatchObject({
        tour_id: from.tour_id,
        reason: "Closer by",
      });
      expect(rows.find(({ transition }) => transition === "ASSIGN")).toMatchObject({ tour_id: to.tour_id });
      expect(rows).toHaveLength(2);
      expect(new Set(rows.map(({ group_id }) => group_id)).size).toBe(1);
      const messages = await listStreamMessagesSince(api, dispatcher, lastEventId);
      expect(messages.map(({ type: name }) => name).toSorted()).toEqual(["case action", "tour update", "tour update"]);
      const moved = messages.find(({ type: name }) => name === "case action");
      expect(moved?.data).toMatchObject({ action: "ASSIGN", tour_id: to.tour_id, lock_version: 2 });
      expect(openTourIdsOf(linksInMessage(moved))).toEqual([to.tour_id]);
    },
  );

  it("a reassignment is refused completely when the old or the new tour refuses it", async () => {
    const dispatcher = await aDispatcher();
    const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
    const small = await createTestTourCrew(api, dispatcher.session.tenant, { capacity: 0 });
    const over = await createTestTourCrew(api, dispatcher.session.tenant, { status: "FINISHED" });
    const id = await onTour(dispatcher, from);
    const move = (given: object) =>
      dispatcher.reassignCase({ id, from_tour_id: from.tour_id, to_tour_id: to.tour_id, lock_version: 1, ...given });
    const refused = [
      [{ to_tour_id: from.tour_id }, "FIELD_COMBINATION_INVALID", "from_tour_id,to_tour_id"],
      [{ to_tour_id: randomUUID() }, "REFERENCE_NOT_FOUND", "to_tour_id"],
      [{ from_tour_id: randomUUID() }, "REFERENCE_NOT_FOUND", "from_tour_id"],
      [{ from_tour_id: to.tour_id, to_tour_id: small.tour_id }, "CASE_ACTION_NOT_ALLOWED", "UNASSIGN"],
      [{ lock_version: 0 }, "LOCK_VERSION_CONFLICT", "0"],
      [{ to_tour_id: small.tour_id }, "CONSTRAINT_VIOLATED", "CAPACITY"],
      [{ to_tour_id: over.tour_id }, "TOUR_STATUS_CONFLICT", "FINISHED"],
    ] as const;
    for (const [given, code, said] of refused) {
      const error = await move(given).catch((fault: unknown) => fault);
      expect(error).toMatchObject({ code });
      expect(JSON.stringify((error as ApiProblem).args)).toContain(said);
    }
    const left = await dispatcher.getCase({ id });
    expect([left.lock_version, openTourIdsOf(left.tour_case_states)]).toEqual([1, [from.tour_id]]);
    expect((await move({ to_tour_id: small.tour_id, force: true })).constraint_violations).toHaveLength(1);
  });

  it("a loaded case cannot be reassigned", async () => {
    const dispatcher = await aDispatcher();
    const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
    const id = await onTour(dispatcher, from);
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    await from.driver.receiveAction({ id, action: "START", tour_id: from.tour_id, lock_version: 1 });
    await from.driver.receiveAction({ id, action: "LOAD", tour_id: from.tour_id, lock_version: 2, payload });
    const moved = dispatcher.reassignCase({ id, from_tour_id: from.tour_id, to_tour_id: to.tour_id, lock_version: 3 });
    await expect(moved).rejects.toMatchObject({ status: 409, code: "CASE_CARGO_LOADED" });
  });

  it("a crew that has begun is told in words that its case was reassigned without a reason", async () => {
    const dispatcher = await aDispatcher();
    const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
    const id = await onTour(dispatcher, from, funeralCaseRequest({ display_name: "Muster" }));
    await from.driver.receiveAction({ id, action: "START", tour_id: from.tour_id, lock_version: 1 });
    await dispatcher.reassignCase({ id, from_tour_id: from.tour_id, to_tour_id: to.tour_id, lock_version: 2 });
    const told = await api.db.system.many<{ body: string }>(sql`
      select body from critical_messages where case_id = ${id} and tour_id = ${from.tour_id}`);
    expect(told).toEqual([{ body: "Muster: Einer anderen Tour zugewiesen" }]);
  });

  it("a case can be reassigned only by dispatchers, who need no grant but the one to assign", async () => {
    const dispatcher = await aDispatcher();
    const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
    const id = await onTour(dispatcher, from);
    const { tenant } = dispatcher.session;
    const move = { id, from_tour_id: from.tour_id, to_tour_id: to.tour_id, lock_version: 1 };
    const program = await api.bearer({ tenant, kind: "SERVICE", grants: dispatchGrants });
    for (const other of [from.driver, program])
      await expect(other.reassignCase(move)).rejects.toMatchObject({ code: "AUTH_TOKEN_KIND_NOT_ALLOWED" });
    const assigner = await api.bearer({ tenant, grants: ["assignCaseToTour"] });
    expect((await assigner.reassignCase(move)).lock_version).toBe(2);
  });

  it("a reassignment that is sent several times is carried out once, and another one can move the case back", async () => {
    const dispatcher = await aDispatcher();
    const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
    const id = await onTour(dispatcher, from);
    const move = { id, from_tour_id: from.tour_id, to_tour_id: to.tour_id, action_id: randomUUID() };
    const first = await dispatcher.reassignCase({ ...move, lock_version: 1 });
    expect((await dispatcher.reassignCase({ ...move, lock_version: 1 })).lock_version).toBe(first.lock_version);
    const other = dispatcher.reassignCase({
      ...move,
      from_tour_id: to.tour_id,
      to_tour_id: from.tour_id,
      lock_version: 2,
    });
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    const back = { id, from_tour_id: to.tour_id, to_tour_id: from.tour_id, lock_version: 2 };
    expect(openTourIdsOf((await dispatcher.reassignCase(back)).tour_case_states)).toEqual([from.tour_id]);
  });

  it("applying a plan can also reassign cases", async () => {
    const dispatcher = await aDispatcher();
    const [from, to] = (await crewsOf(dispatcher)) as [CreatedTourCrew, CreatedTourCrew];
    const [moved, fresh] = [await onTour(dispatcher, from), (await dispatcher.createCase(funeralCaseRequest())).id];
    const { outcomes } = await dispatcher.assignCasesToTours({
      assignments: [
        { case_id: moved, tour_id: to.tour_id, from_tour_id: from.tour_id, lock_version: 1 },
        { case_id: fresh, tour_id: to.tour_id, from_tour_id: from.tour_id, lock_version: 0 },
      ],
    });
    expect(outcomes).toMatchObject([
      { assigned: true, lock_version: 2 },
      { assigned: false, refusal: { code: "CASE_ACTION_NOT_ALLOWED" } },
    ]);
  });
});

describe("32 dispatchers who move one case at once", () => {
  const api = startApi();
  const TOURS = 32;

  it("one of 32 concurrent reassignments succeeds, and no stream ever shows the case without a tour", async () => {
    const dispatcher = await api.signIn(...dispatchGrants, ...streamGrants);
    const crews = await Promise.all(
      Array.from({ length: TOURS + 1 }, () => createTestTourCrew(api, dispatcher.session.tenant)),
    );
    const [first, ...others] = crews.map(({ tour_id }) => tour_id) as [string, ...string[]];
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: first, lock_version: 0 });
    const lastEventId = await readCurrentCursor(api.db, dispatcher);
    const rounds = 3;
    let from_tour_id = first;
    for (let lock_version = 1; lock_version <= rounds; lock_version++) {
      const race = others.map((to_tour_id) =>
        dispatcher.reassignCase({ id, from_tour_id, to_tour_id, lock_version }).then(
          () => to_tour_id,
          (error: unknown) =>
            error instanceof ApiProblem && error.code === "LOCK_VERSION_CONFLICT" ? undefined : Promise.reject(error),
        ),
      );
      const winners = (await Promise.all(race)).filter((tour) => tour !== undefined);
      expect(winners).toHaveLength(1);
      others[others.indexOf(winners[0] as string)] = from_tour_id;
      from_tour_id = winners[0] as string;
    }
    const moves = (await listStreamMessagesSince(api, dispatcher, lastEventId)).filter(
      ({ type }) => type === "case action",
    );
    expect(moves.map((message) => openTourIdsOf(linksInMessage(message)).length)).toEqual([1, 1, 1]);
    const { open } = await api.db.system.one<{ open: number }>(sql`
      select count(*)::int as open from case_links where case_id = ${id} and bucket = 'open'`);
    expect(open).toBe(1);
  }, 60_000);
});
