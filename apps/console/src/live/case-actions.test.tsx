import { sightOf } from "@leitstand/client/case-sight";
import type { Case } from "@leitstand/contract/cases/case";
import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { anId } from "#shared/testing/example-testkit.ts";
import { serveApi } from "#shared/testing/server-testkit.ts";
import { assignCase, isForcible } from "./case-actions.ts";
import { Clash } from "./clash/clash.ts";
import { aFullCase, aFullLink, anActionAnswer } from "./full-case-testkit.ts";

const [first, second] = [anId(1), anId(2)];
const crew = aFullLink({ tour_id: first, tour_natural_id: "T-2026-000001", state: "STARTED" });
const inState = (current: string, change: Partial<Case>) =>
  aFullCase({ state: { current, actions: ["ASSIGN"] }, ...change });
const held = inState("STARTED", { tour_case_states: [crew] });
const free = inState("POSTPONED", { tour_case_states: [{ ...crew, bucket: "unassigned" }] });

const serve = (dispatchCase: Case) =>
  serveApi({
    getCase: () => dispatchCase,
    getCaseStateHistory: () => [],
    receiveAction: ({ body }) => anActionAnswer({ ...dispatchCase, lock_version: (body.lock_version ?? 0) + 1 }),
  });
/** Version of a case as a row of a list has it, without its crews. */
const listed = ({ tour_case_states: _, ...seen }: ReturnType<typeof sightOf>) => seen;

describe("a case that is given to a tour", () => {
  const toSecond = { tour_id: second, isForced: false };

  it("assigning a case that has a crew throws a Clash with its holder instead of adding a second crew", async () => {
    const server = serve(held);
    const refused = await assignCase({ id: held.id, seen: sightOf(held) }, toSecond).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Clash);
    expect(refused).toMatchObject({ changed: [], holders: [{ tour_id: first, name: "T-2026-000001" }] });
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("assigning a case that has a crew adds a second one when that is requested, without reading the case first", async () => {
    const server = serve(held);
    await assignCase({ id: held.id, seen: sightOf(held) }, { ...toSecond, isSecond: true });
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
    expect(server.bodiesOf("getCase")).toEqual([]);
  });

  it("assigning a case from a list that names no crews throws a Clash when it has one", async () => {
    const server = serve(held);
    const assigned = assignCase({ id: held.id, seen: listed(sightOf(held)) }, toSecond);
    await expect(assigned).rejects.toBeInstanceOf(Clash);
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("assigning a case from a list that names no crews reads it, and assigns its current version", async () => {
    const noted = { ...free, lock_version: free.lock_version + 3 };
    const server = serve(noted);
    await assignCase({ id: free.id, seen: listed(sightOf(free)) }, toSecond);
    expect(server.bodiesOf("receiveAction")).toMatchObject([{ lock_version: noted.lock_version }]);
  });

  it.each([
    ["whose crews are known", sightOf(free)],
    ["that a list says is open", listed(sightOf(inState("OPEN", {})))],
  ])("assigning does not read a case first %s", async (_which, seen) => {
    const server = serve(free);
    await assignCase({ id: free.id, seen }, toSecond);
    expect(server.bodiesOf("getCase")).toEqual([]);
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
  });
});

describe("a refused assignment", () => {
  const refusal = (code: ApiProblem["code"], args: Record<string, string>) =>
    new ApiProblem({
      status: 409,
      code,
      title: code,
      message: code,
      args: Object.entries(args).map(([key, value]) => ({ key, value, type: "string" })),
      traceId: "",
    });

  it.each([
    ["by a broken rule can", refusal("CONSTRAINT_VIOLATED", { level: "SEVERE", constraints: "SKILL" }), true],
    ["by a tour off duty can", refusal("TOUR_STATUS_CONFLICT", { status: "OFF_DUTY", required: "ACTIVE" }), true],
    ["by a finished tour cannot", refusal("TOUR_STATUS_CONFLICT", { status: "FINISHED", required: "STARTED" }), false],
    ["by another version cannot", refusal("LOCK_VERSION_CONFLICT", { lock_version: "4" }), false],
  ])("an assignment refused %s be forced", (_which, error, isMeant) => {
    expect(isForcible(error)).toBe(isMeant);
  });
});
