import type { Case } from "@leitstand/contract/cases/case";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { Static } from "typebox";
import { describe, expect, it } from "vitest";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { aFullCase, aFullLink } from "../full-case-testkit.ts";
import { clashChoicesOf } from "./choices.ts";
import { toursHoldingCase } from "./holders.ts";

const [mine, theirs, third] = [numberedId(1), numberedId(2), numberedId(3)];
const wantedTour = { id: mine, name: "G 101 BE" };
type LinkOptions = Partial<ReturnType<typeof aFullLink>>;

/** Choices for a case that has these links in its current version. */
function choicesForLinks(links: readonly LinkOptions[], offered: Case["state"]["actions"] = ["ASSIGN"]) {
  const dispatchCase = aFullCase({
    state: { current: "ASSIGNED", actions: offered },
    tour_case_states: links.map(aFullLink),
  });
  const { takeOver, assign, because } = clashChoicesOf(
    { dispatchCase, holders: toursHoldingCase(dispatchCase, []) },
    wantedTour,
  );
  return { takeOver: takeOver && `${takeOver.method} from ${takeOver.from.tour_id}`, assign, because };
}

describe("choices after another dispatcher was faster", () => {
  it("a dispatcher whose assignment clashes may take the case over or send a second crew", () => {
    expect(choicesForLinks([{ tour_id: theirs, actions: ["UNASSIGN"] }])).toEqual({
      takeOver: `REASSIGN from ${theirs}`,
      assign: "second",
      because: undefined,
    });
  });

  it("a dispatcher whose assignment clashes takes the case over by FORWARD once the other crew has accepted it", () => {
    const link: LinkOptions = { tour_id: theirs, state: "ACCEPTED", actions: ["UNASSIGN", "FORWARD"] };
    expect(choicesForLinks([link]).takeOver).toBe(`FORWARD from ${theirs}`);
  });

  it("a dispatcher whose assignment clashes cannot take over a case that is loaded", () => {
    const link: LinkOptions = { tour_id: theirs, state: "LOADED", actions: ["DELIVER"] };
    expect(choicesForLinks([link])).toEqual({ takeOver: undefined, assign: "second", because: "loaded" });
    expect(choicesForLinks([{ ...link, state: "toDestination" }], [])).toMatchObject({
      assign: undefined,
      because: "loaded",
    });
  });

  it("a dispatcher whose assignment clashes cannot take over a case that its tour does not allow to unassign", () => {
    expect(choicesForLinks([{ tour_id: theirs, actions: [] }])).toMatchObject({
      takeOver: undefined,
      because: "not_now",
    });
  });

  it("a dispatcher whose assignment clashes cannot send a second crew to a breakdown", () => {
    expect(choicesForLinks([{ tour_id: theirs, state: "alarmed", actions: ["UNASSIGN"] }], ["CANCEL"])).toEqual({
      takeOver: `REASSIGN from ${theirs}`,
      assign: undefined,
      because: "one_crew",
    });
  });

  it("a dispatcher whose assignment clashes cannot take a case over from two crews at once", () => {
    const links: LinkOptions[] = [theirs, third].map((tour_id) => ({ tour_id, actions: ["UNASSIGN"] }));
    expect(choicesForLinks(links)).toEqual({ takeOver: undefined, assign: "second", because: "several" });
  });

  it("a dispatcher whose assignment clashes has no choice if the chosen tour already has the case", () => {
    const choices = { takeOver: undefined, assign: undefined, because: "already_there" };
    expect(choicesForLinks([{ tour_id: mine, actions: ["UNASSIGN"] }])).toEqual(choices);
  });

  it("a dispatcher whose assignment clashes may assign the case anyway if no crew has it and it can be assigned", () => {
    const past: LinkOptions = { tour_id: theirs, bucket: "unassigned" };
    expect(choicesForLinks([past])).toEqual({ takeOver: undefined, assign: "anyway", because: undefined });
    expect(choicesForLinks([past], [])).toEqual({ takeOver: undefined, assign: undefined, because: "not_assignable" });
  });
});

describe("the holders of a case", () => {
  const row = (own: Partial<Static<typeof CaseStateUpdate>>) => ({ ...exampleOfSchema(CaseStateUpdate), ...own });
  const link = aFullLink({ tour_id: theirs, tour_natural_id: "T-2026-000007", assigned_at: "2026-11-21T09:04:00Z" });
  const car = { id: numberedId(9), natural_id: "V-1", license_plate: "G 102 BE", description: "", tour_id: theirs };
  const eva = { id: numberedId(21), name: "Eva Disponentin" };

  it("the clash about a case names the plate of its crew, with the time and the user of the last assignment", () => {
    const dispatchCase = aFullCase({ tour_case_states: [link], vehicles: [car] });
    const history = [
      row({ transition: "ASSIGN", tour_id: theirs, actor: { id: numberedId(20), name: "Erst Früher" } }),
      row({ transition: "ASSIGN", tour_id: theirs, actor: eva }),
      row({ transition: "ASSIGN", tour_id: third, actor: { id: numberedId(22), name: "Ganz Anders" } }),
    ];
    const told = { name: "G 102 BE", since: "2026-11-21T09:04:00Z", by: "Eva Disponentin" };
    expect(toursHoldingCase(dispatchCase, history)).toMatchObject([told]);
  });

  it("the clash about a forwarded case names its crew and the user who forwarded it", () => {
    const dispatchCase = aFullCase({ tour_case_states: [link] });
    const history = [row({ transition: "FORWARD", tour_id: third, forwarded_to: theirs, actor: eva })];
    expect(toursHoldingCase(dispatchCase, history)).toMatchObject([{ name: "T-2026-000007", by: "Eva Disponentin" }]);
  });

  it("the clash about a case does not name a tour that has finished it", () => {
    expect(toursHoldingCase(aFullCase({ tour_case_states: [{ ...link, bucket: "finished" }] }), [])).toEqual([]);
  });
});
