import { sightOf } from "@leitstand/client/case-sight";
import { describe, expect, it } from "vitest";
import { Clash } from "#live/clash/clash.ts";
import { aFullCase, aFullLink, anActionAnswer } from "#live/full-case-testkit.ts";
import { anId } from "#shared/testing/example-testkit.ts";
import { Refusal, serveApi } from "#shared/testing/server-testkit.ts";
import { NotOnTour, unassign } from "./bulk-actions.ts";

const [mine, theirs] = [anId(1), anId(2)];
const on = (tour_id: string, state = "ASSIGNED") => aFullLink({ tour_id, state, actions: ["UNASSIGN"] });
const dispatchCase = aFullCase({ state: { current: "ASSIGNED", actions: [] }, tour_case_states: [on(mine)] });
const picked = { id: dispatchCase.id, seen: sightOf(dispatchCase) };

/** Serves the case with the given changes as its current version. */
function serve(now: Partial<typeof dispatchCase>) {
  const current = { ...dispatchCase, lock_version: 3, ...now };
  return serveApi({
    getCase: () => current,
    getCaseStateHistory: () => [],
    receiveAction: ({ body }) => anActionAnswer({ ...current, lock_version: (body.lock_version ?? 0) + 1 }),
  });
}

describe("a case that is taken back with many others", () => {
  it("unassigning a picked case takes it from the tour that it was seen on, with the reason", async () => {
    const server = serve({});
    await unassign(picked, "Doppelt");
    expect(server.bodiesOf("receiveAction")).toEqual([
      { action: "UNASSIGN", tour_id: mine, lock_version: 3, reason: "Doppelt" },
    ]);
  });

  it("unassigning a picked case does not take it from a tour that got it in the meantime", async () => {
    const server = serve({ tour_case_states: [on(theirs)] });
    const refused = await unassign(picked, "Doppelt").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Clash);
    expect(refused).toMatchObject({ changed: ["tours"], holders: [{ tour_id: theirs }] });
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("unassigning a picked case does not take it from a crew that sets out at that moment", async () => {
    const server = serve({});
    server.answer({
      receiveAction: () => {
        server.answer({
          getCase: () => ({ ...dispatchCase, lock_version: 4, tour_case_states: [on(mine, "STARTED")] }),
        });
        return new Refusal("LOCK_VERSION_CONFLICT", ["lock_version", "3"], ["current_lock_version", "4"]);
      },
    });
    await expect(unassign(picked, "Doppelt")).rejects.toBeInstanceOf(Clash);
    expect(server.bodiesOf("receiveAction")).toHaveLength(1);
  });

  it("unassigning a picked case fails as not on a tour when its tour may not give it back", async () => {
    const link = { ...on(mine), actions: [] };
    serve({ tour_case_states: [link] });
    await expect(unassign(picked, "Doppelt")).rejects.toBeInstanceOf(NotOnTour);
  });
});
