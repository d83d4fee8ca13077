import { beforeEach, describe, expect, it } from "vitest";
import { aBoardSnapshot } from "#live/board.fixture.ts";
import { aFullCase, aFullLink } from "#live/full-case-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { shortcutEmitter } from "#shared/screen/shortcuts.ts";
import { createOnePageAnswer, numberedId } from "#shared/testing/example-testkit.ts";
import { actAndRender, clickElement, mountComponent, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleNameOf, findAllByRole, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { createPendingRefusal, type StubServer, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { CaseQueue } from "../case-queue.tsx";

const cases = [1, 2, 3].map((number) =>
  aFullCase({
    id: numberedId(number),
    natural_id: `C-2026-00000${number}`,
    display_name: `Muster ${number}`,
    state: { current: "ASSIGNED", actions: [] },
    tour_case_states: [aFullLink({ tour_id: numberedId(9), state: "ASSIGNED", actions: ["UNASSIGN"] })],
  }),
);
const rowOf = (number: number) => findByRole("option", new RegExp(`Muster ${number}`));
const togglePick = (number: number) =>
  clickElement(rowOf(number).querySelector<HTMLElement>("[data-check]") ?? rowOf(number));
const press = (name: "unassign" | "assign") => actAndRender(() => shortcutEmitter.emit(name));
/** Asks for the reason for which a case is taken back. */
async function openReasonFor(number: number) {
  await togglePick(number);
  await press("unassign");
  return waitUntil(() => findByRole("textbox", "Grund"));
}
const openActions = () => findAllByRole("group", /^Zuwei/).map(accessibleNameOf);

describe("an action on picked cases", () => {
  let server: StubServer;
  beforeEach(async () => {
    clearLiveData();
    server = stubApiFetch({
      getUserInfo: () => aDispatcher({ grants: ["receiveAction", "assignCaseToTour"] }),
      getDashboard: () => aBoardSnapshot({ tours: [], vehicle_ids: [] }),
      getCases: () => createOnePageAnswer("cases", cases),
      getCase: ({ params }) => cases.find(({ id }) => id === params.id) ?? aFullCase(),
      getCaseStateHistory: () => [],
    });
    await mountComponent(<CaseQueue view={{ tab: "all", days: 1 }} onView={() => undefined} />);
    await waitUntil(() => rowOf(3));
  });

  it("an action that is not sent yet ends when other cases are picked, and does not come back with the old ones", async () => {
    await openReasonFor(1);
    await togglePick(2);
    expect(openActions()).toEqual([]);
    expect(pageText()).toContain("2 ausgewählt");
  });

  it("an action on one case ends when cases are picked, and does not come back when none is", async () => {
    await clickElement(rowOf(1));
    await press("unassign");
    await waitUntil(() => findByRole("textbox", "Grund"));
    await togglePick(2);
    await clickElement(findByRole("button", "Auswahl aufheben"));
    expect(openActions()).toEqual([]);
  });

  it("the reason typed for one case is not in the field when the same action is begun on another case", async () => {
    await clickElement(rowOf(1));
    await press("unassign");
    await typeText(await waitUntil(() => findByRole("textbox", "Grund")), "Doppelt");
    await clickElement(rowOf(2));
    await press("unassign");
    await waitUntil(() => expect(findByRole("group", "Zuweisung aufheben").textContent).toContain("C-2026-000002"));
    expect(findByRole("textbox", "Grund")).toHaveProperty("value", "");
  });

  it("an action that failed leaves nothing to the next one, which begins with its own question", async () => {
    const pending = createPendingRefusal("CASE_ACTION_NOT_ALLOWED", ["action", "UNASSIGN"], ["state", "STARTED"]);
    server.answer({ receiveAction: () => pending.answer });
    await typeText(await openReasonFor(1), "Doppelt");
    await clickElement(findByRole("button", "Aufheben"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    await press("assign");
    expect(openActions()).toEqual(["Zuweisung aufheben"]);
    pending.refuse();
    await waitUntil(() => expect(pageText()).toContain("0 erledigt, 1 fehlgeschlagen"));
    await togglePick(2);
    expect(pageText()).toContain("0 erledigt, 1 fehlgeschlagen");
    await press("assign");
    await waitUntil(() => expect(openActions()).toEqual(["Zuweisen"]));
    expect(pageText()).not.toContain("fehlgeschlagen");
  });
});
