import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import { describe, expect, it } from "vitest";
import { CaseClashError } from "#live/clash/clash.ts";
import { aFullCase, aFullLink, aCaseActionAnswer } from "#live/full-case-testkit.ts";
import { numberedId } from "#shared/testing/example-testkit.ts";
import { StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { CaseNotOnTourError, unassignCase } from "./bulk-actions.ts";

const [mine, theirs] = [numberedId(1), numberedId(2)];
const linkOnTour = (tour_id: string, state = "ASSIGNED") => aFullLink({ tour_id, state, actions: ["UNASSIGN"] });
const dispatchCase = aFullCase({ state: { current: "ASSIGNED", actions: [] }, tour_case_states: [linkOnTour(mine)] });
const pickedCase = { id: dispatchCase.id, seen: caseFactsSeenOf(dispatchCase) };

/** Serves the case with the given changes as its current version. */
function serveChangedCase(now: Partial<typeof dispatchCase>) {
  const current = { ...dispatchCase, lock_version: 3, ...now };
  return stubApiFetch({
    getCase: () => current,
    getCaseStateHistory: () => [],
    receiveAction: ({ body }) => aCaseActionAnswer({ ...current, lock_version: (body.lock_version ?? 0) + 1 }),
  });
}

describe("a case that is taken back with many others", () => {
  it("unassigning a selected case takes it from the tour on which the dispatcher saw it, with the reason", async () => {
    const server = serveChangedCase({});
    await unassignCase(pickedCase, "Doppelt");
    expect(server.bodiesOf("receiveAction")).toEqual([
      { action: "UNASSIGN", tour_id: mine, lock_version: 3, reason: "Doppelt" },
    ]);
  });

  it("unassigning a selected case does not take it from a tour to which it was assigned in the meantime", async () => {
    const server = serveChangedCase({ tour_case_states: [linkOnTour(theirs)] });
    const refused = await unassignCase(pickedCase, "Doppelt").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CaseClashError);
    expect(refused).toMatchObject({ changed: ["tours"], holders: [{ tour_id: theirs }] });
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("unassigning a selected case does not take it from a crew that starts it at the same moment", async () => {
    const server = serveChangedCase({});
    server.answer({
      receiveAction: () => {
        server.answer({
          getCase: () => ({ ...dispatchCase, lock_version: 4, tour_case_states: [linkOnTour(mine, "STARTED")] }),
        });
        return new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "3"], ["current_lock_version", "4"]);
      },
    });
    await expect(unassignCase(pickedCase, "Doppelt")).rejects.toBeInstanceOf(CaseClashError);
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
  });

  it("unassigning a selected case throws CaseNotOnTourError when its link does not allow UNASSIGN", async () => {
    const link = { ...linkOnTour(mine), actions: [] };
    serveChangedCase({ tour_case_states: [link] });
    await expect(unassignCase(pickedCase, "Doppelt")).rejects.toBeInstanceOf(CaseNotOnTourError);
  });
});
