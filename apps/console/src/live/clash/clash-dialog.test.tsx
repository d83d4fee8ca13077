import { sightOf } from "@leitstand/client/case-sight";
import type { Case } from "@leitstand/contract/cases/case";
import { Tour } from "@leitstand/contract/tours/tour";
import { describe, expect, it } from "vitest";
import { anId, exampleOf } from "#shared/testing/example-testkit.ts";
import { click, mount, until } from "#shared/testing/mount-testkit.tsx";
import { find, findAll, pageText } from "#shared/testing/screen-testkit.ts";
import { Refusal, serveApi } from "#shared/testing/server-testkit.ts";
import { useAssign } from "../case-actions.ts";
import { aFullCase, aFullLink, anActionAnswer } from "../full-case-testkit.ts";
import { forgetLive } from "../store.ts";
import { clashes } from "./clash.ts";
import { Clashes } from "./clashes.tsx";

const [first, second] = [anId(1), { id: anId(2), name: "Graz 2" }];
const held = aFullCase({
  lock_version: 4,
  state: { current: "ASSIGNED", actions: ["ASSIGN"] },
  tour_case_states: [aFullLink({ tour_id: first, tour_natural_id: "T-2026-000001", actions: ["UNASSIGN"] })],
  active_tours: [],
  last_assigned_tour: null,
  vehicles: [],
});

/** Stands for any component that assigns a case to a tour. */
function Giving({ dispatchCase }: { dispatchCase: Case }) {
  const assign = useAssign();
  const { id, natural_id } = dispatchCase;
  return (
    <button type="button" onClick={() => void assign({ id, natural_id, seen: sightOf(dispatchCase) }, second)}>
      Graz 2 zuweisen
    </button>
  );
}

/** Assigns a case that has a crew to a second tour; the dialog is open when it returns. */
async function giveHeld() {
  forgetLive();
  // The previous test may have left its case undecided.
  clashes.set([]);
  const server = serveApi({
    getCase: () => held,
    getCaseStateHistory: () => [],
    getTour: ({ params }) => ({ ...exampleOf(Tour), id: params.id }),
    receiveAction: ({ body }) => anActionAnswer({ ...held, lock_version: (body.lock_version ?? 0) + 1 }),
  });
  await mount(
    <>
      <Giving dispatchCase={held} />
      <Clashes />
    </>,
  );
  await click(find("button", "Graz 2 zuweisen"));
  await until(() => find("dialog", "Der Fall hat schon eine Besatzung"));
  return server;
}

describe("the dialog about a case that already has a crew", () => {
  it("the clash dialog names the crew and says that the other tour has not got the case, before anything is sent", async () => {
    const server = await giveHeld();
    expect(find("alert").textContent).toContain("bei T-2026-000001");
    expect(find("alert").textContent).toContain("Graz 2 hat den Fall nicht bekommen.");
    expect(server.bodiesOf("receiveAction")).toEqual([]);
  });

  it("the clash dialog sends nothing when the dispatcher leaves the case with its crew", async () => {
    const server = await giveHeld();
    await click(find("button", "So lassen"));
    await until(() => expect(findAll("dialog")).toEqual([]));
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    expect(server.bodiesOf("reassignCase")).toEqual([]);
  });

  it("the clash dialog sends a second crew, once, when the dispatcher decides so", async () => {
    const server = await giveHeld();
    await click(find("button", "Graz 2 als zweite Besatzung schicken"));
    await until(() => expect(pageText()).toContain(`${held.natural_id} ist Graz 2 zugewiesen.`));
    expect(server.bodiesOf("receiveAction")).toEqual([{ action: "ASSIGN", tour_id: second.id, lock_version: 4 }]);
    await until(() => expect(findAll("dialog")).toEqual([]));
  });

  it("the clash dialog shows a rule that forbids a second crew, and forces it after a confirmation", async () => {
    const server = await giveHeld();
    server.answer({
      receiveAction: ({ body }) =>
        body.payload?.force === true
          ? anActionAnswer({ ...held, lock_version: 5 })
          : new Refusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"]),
    });
    await click(find("button", "Graz 2 als zweite Besatzung schicken"));
    await until(() => expect(find("alert").textContent).toContain("Kapazität zu klein"));
    await click(find("button", "Graz 2 trotzdem als zweite Besatzung schicken"));
    await until(() => expect(server.bodiesOf("receiveAction").at(-1)?.payload).toEqual({ force: true }));
    await until(() => expect(findAll("dialog")).toEqual([]));
  });
});
