import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import type { Case } from "@leitstand/contract/cases/case";
import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { numberedId } from "#shared/testing/example-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { assignCaseAsLastSeen, isForcibleRefusal } from "./case-actions.ts";
import { CaseClashError } from "./clash/clash.ts";
import { aFullCase, aFullLink, aCaseActionAnswer } from "./full-case-testkit.ts";

const [first, second] = [numberedId(1), numberedId(2)];
const startedLink = aFullLink({ tour_id: first, tour_natural_id: "T-2026-000001", state: "STARTED" });
const aCaseInState = (current: string, change: Partial<Case>) =>
  aFullCase({ state: { current, actions: ["ASSIGN"] }, ...change });
const heldCase = aCaseInState("STARTED", { tour_case_states: [startedLink] });
const freeCase = aCaseInState("POSTPONED", { tour_case_states: [{ ...startedLink, bucket: "unassigned" }] });

const serveCase = (dispatchCase: Case) =>
  stubApiFetch({
    getCase: () => dispatchCase,
    getCaseStateHistory: () => [],
    receiveAction: ({ body }) => aCaseActionAnswer({ ...dispatchCase, lock_version: (body.lock_version ?? 0) + 1 }),
  });
/** Version of a case as a row of a list has it, without its crews. */
const sightFromList = ({ tour_case_states: _, ...seen }: ReturnType<typeof caseFactsSeenOf>) => seen;

describe("a case that is given to a tour", () => {
  const toSecond = { tour_id: second, isForced: false };

  it("assigning a case that has a crew throws a CaseClashError with its crew instead of adding a second crew", async () => {
    const server = serveCase(heldCase);
    const refused = await assignCaseAsLastSeen({ id: heldCase.id, seen: caseFactsSeenOf(heldCase) }, toSecond).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(CaseClashError);
    expect(refused).toMatchObject({ changed: [], holders: [{ tour_id: first, name: "T-2026-000001" }] });
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("assigning a case that has a crew adds a second crew on request, without reading the case first", async () => {
    const server = serveCase(heldCase);
    await assignCaseAsLastSeen({ id: heldCase.id, seen: caseFactsSeenOf(heldCase) }, { ...toSecond, isSecond: true });
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
    expect(server.bodiesOf("getCase")).toEqual([]);
  });

  it("assigning a case from a list that does not show crews throws a CaseClashError when the case has one", async () => {
    const server = serveCase(heldCase);
    const assigned = assignCaseAsLastSeen(
      { id: heldCase.id, seen: sightFromList(caseFactsSeenOf(heldCase)) },
      toSecond,
    );
    await expect(assigned).rejects.toBeInstanceOf(CaseClashError);
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("assigning a case from a list that does not show crews reads the case first, and assigns its current version", async () => {
    const noted = { ...freeCase, lock_version: freeCase.lock_version + 3 };
    const server = serveCase(noted);
    await assignCaseAsLastSeen({ id: freeCase.id, seen: sightFromList(caseFactsSeenOf(freeCase)) }, toSecond);
    expect(server.bodiesOf("receiveAction")).toMatchObject([{ lock_version: noted.lock_version }]);
  });

  it.each([
    ["whose crews are known", caseFactsSeenOf(freeCase)],
    ["that is open by the list", sightFromList(caseFactsSeenOf(aCaseInState("OPEN", {})))],
  ])("assigning does not first read a case %s", async (_which, seen) => {
    const server = serveCase(freeCase);
    await assignCaseAsLastSeen({ id: freeCase.id, seen }, toSecond);
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
    expect(isForcibleRefusal(error)).toBe(isMeant);
  });

  it.each([
    ["FORCE_REQUIRED", true],
    ["TOO_OLD", false],
  ])("an undo refused because of %s can be forced: %s", (reason, isMeant) => {
    expect(isForcibleRefusal(refusal("UNDO_NOT_POSSIBLE", { reason }))).toBe(isMeant);
  });
});
