import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import type { Case } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import { toDragData } from "#shared/screen/drag.ts";
import { numberedId } from "#shared/testing/example-testkit.ts";
import { actAndRender, clickElement, clickSecondTime, pressKey, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleNameOf, findAllByRole, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aCaseActionAnswer, aFullCase } from "#live/full-case-testkit.ts";
import { entityStore } from "#live/store.ts";
import { aNumberedShift, openTestTimeline, positionsOfHourLabel } from "../grid/timeline-testkit.tsx";

const plan = { status: "SCHEDULED", started_at: null } as const;
const earlyShift = aNumberedShift(1, {
  plate: "G 143",
  ...plan,
  scheduled_start_at: "2026-11-21T05:00:00Z",
  scheduled_end_at: "2026-11-21T13:00:00Z",
});
const lateShift = aNumberedShift(2, {
  plate: "G 143",
  ...plan,
  vehicle_device_associations: earlyShift.vehicle_device_associations,
  scheduled_start_at: "2026-11-21T13:00:00Z",
  scheduled_end_at: "2026-11-21T21:00:00Z",
});
/** Open case of the queue; its time window begins at the given time. */
const aQueueCase = (number: number, not_before: string | null) =>
  aFullCase({
    id: numberedId(500 + number),
    natural_id: `C-2026-${String(number).padStart(6, "0")}`,
    not_before,
    due_at: null,
    lock_version: 1,
    state: { current: "OPEN", actions: [] },
    tour_case_states: [],
  });
const eveningCase = aQueueCase(1, "2026-11-21T17:00:00Z");
const anyTimeCase = aQueueCase(2, null);
const morningCase = aQueueCase(3, "2026-11-21T08:00:00Z");

/** Timeline of one vehicle with an early and a late shift, over the queue with these cases. */
async function openTimelineBesideQueue(...cases: readonly Case[]) {
  const opened = await openTestTimeline({ tours: [earlyShift, lateShift] });
  await actAndRender(() => entityStore.change(() => entityStore.putCases(cases)));
  opened.server.answer({
    getTour: ({ params }) => (params.id === earlyShift.id ? earlyShift : lateShift),
    receiveAction: ({ params }) => aCaseActionAnswer(cases.find(({ id }) => id === params.id) ?? eveningCase),
  });
  return opened;
}

/** Event of a drag as browsers send it, at eight o'clock on the row of the vehicle. */
function createDragEvent(type: string) {
  const at = { clientX: 220 + (positionsOfHourLabel("08:00")[0] ?? 0), clientY: 40 };
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...at });
  const dataTransfer = { types: [], items: [], setData: () => undefined, setDragImage: () => undefined };
  return Object.defineProperty(event, "dataTransfer", { value: dataTransfer });
}

/** Drags cases from the queue onto the vehicle, and returns the hint that is shown there before they are dropped. */
async function dropFromQueue(...cases: readonly Case[]) {
  const card = document.createElement("div");
  document.body.append(card);
  const dragged = cases.map((one) => ({ case_id: one.id, natural_id: one.natural_id, seen: caseFactsSeenOf(one) }));
  const unbind = draggable({
    element: card,
    getInitialData: () => toDragData({ kind: "cases", cases: dragged }),
  });
  const grid = findByRole("treegrid");
  await actAndRender(() => card.dispatchEvent(createDragEvent("dragstart")));
  await actAndRender(() => grid.dispatchEvent(createDragEvent("dragover")));
  const hint = await waitUntil(() => {
    const found = /\d\d:\d\d – \d\d:\d\d · G 143/.exec(grid.textContent);
    expect(found).not.toBeNull();
    return found?.[0];
  });
  await actAndRender(() => grid.dispatchEvent(createDragEvent("drop")));
  unbind();
  card.remove();
  return hint;
}

describe("a case of the queue that is dropped on a vehicle with two shifts", () => {
  it("a case dropped from the queue goes to the shift in which its bar was shown while it was dragged", async () => {
    const { server } = await openTimelineBesideQueue(eveningCase);
    expect(await dropFromQueue(eveningCase)).toBe("18:00 – 19:00 · G 143");
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")).toMatchObject([{ action: "ASSIGN", tour_id: lateShift.id }]);
  });

  it("a case without a time window goes to the shift at the pointer when it is dropped from the queue", async () => {
    const { server } = await openTimelineBesideQueue(anyTimeCase);
    expect(await dropFromQueue(anyTimeCase)).toBe("08:00 – 09:00 · G 143");
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")).toMatchObject([{ action: "ASSIGN", tour_id: earlyShift.id }]);
  });

  it("several cases dropped from the queue together go each to the shift of its own time", async () => {
    const { server } = await openTimelineBesideQueue(eveningCase, anyTimeCase);
    await dropFromQueue(anyTimeCase, eveningCase);
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(2));
    expect(server.bodiesOf("receiveAction").map(({ tour_id }) => tour_id)).toEqual([earlyShift.id, lateShift.id]);
  });
});

describe("cases of the queue that a shift cannot take", () => {
  /** Drops two cases, one after the other, whose assignments are refused unless they are forced. */
  async function dropTwoRefusedCases() {
    const opened = await openTimelineBesideQueue(eveningCase, anyTimeCase);
    opened.server.answer({
      receiveAction: ({ body }) =>
        body.payload === undefined
          ? new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "OFF_DUTY"], ["required", "ACTIVE"])
          : aCaseActionAnswer(eveningCase),
    });
    await dropFromQueue(eveningCase);
    await waitUntil(() => findByRole("alertdialog"));
    await dropFromQueue(anyTimeCase);
    await waitUntil(() => expect(opened.server.bodiesOf("receiveAction")).toHaveLength(2));
    await actAndRender(() => undefined);
    return opened;
  }
  const askedAbout = () => findAllByRole("alertdialog").map(accessibleNameOf);

  /** Drops two cases together; each is refused for a reason of its own. */
  async function dropCasesRefusedForTwoReasons() {
    const opened = await openTimelineBesideQueue(anyTimeCase, morningCase);
    opened.server.answer({
      receiveAction: ({ params }) =>
        params.id === anyTimeCase.id
          ? new StubApiRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"])
          : new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "OFF_DUTY"], ["required", "ACTIVE"]),
    });
    await dropFromQueue(anyTimeCase, morningCase);
    await waitUntil(() => findByRole("alertdialog"));
    return opened;
  }
  const bothReasons = [/C-2026-000002: .*Kapazität zu klein/, /C-2026-000003: \S/];

  it("the question whether refused cases are to be forced gives the reason for each of them", async () => {
    await dropCasesRefusedForTwoReasons();
    for (const reason of bothReasons) expect(findByRole("alertdialog").textContent).toMatch(reason);
  });

  it("the reason for each refused case is shown when the dispatcher leaves the timeline without a decision", async () => {
    const { leave } = await dropCasesRefusedForTwoReasons();
    await actAndRender(leave);
    for (const reason of bothReasons) await waitUntil(() => expect(pageText()).toMatch(reason));
  });

  it.each(["Trotzdem zuweisen", "Abbrechen"])(
    "the second click of a double click on „%s“ does not answer the next question",
    async (button) => {
      const { server } = await dropTwoRefusedCases();
      await clickElement(findByRole("button", button));
      await waitUntil(() => expect(askedAbout()).toEqual([expect.stringContaining("C-2026-000002")]));
      await clickSecondTime(findByRole("button", button));
      expect(askedAbout()).toEqual([expect.stringContaining("C-2026-000002")]);
      const forced = server.bodiesOf("receiveAction").filter(({ payload }) => payload?.force === true);
      expect(forced).toHaveLength(button === "Abbrechen" ? 0 : 1);
    },
  );

  it("an Escape key that is held withdraws one case, and leaves the next question open", async () => {
    await dropTwoRefusedCases();
    await actAndRender(() => findByRole("button", "Abbrechen").focus());
    await pressKey("Escape");
    await waitUntil(() => expect(askedAbout()).toEqual([expect.stringContaining("C-2026-000002")]));
    await pressKey("Escape", { repeat: true });
    expect(askedAbout()).toEqual([expect.stringContaining("C-2026-000002")]);
  });

  it("the dispatcher is asked about each of several refused drops, one after the other, whether it is to be forced", async () => {
    const { server } = await dropTwoRefusedCases();
    expect(askedAbout()).toEqual([expect.stringContaining("C-2026-000001")]);
    await clickElement(findByRole("button", "Trotzdem zuweisen"));
    await waitUntil(() => expect(askedAbout()).toEqual([expect.stringContaining("C-2026-000002")]));
    expect(document.activeElement).toBe(findByRole("button", "Abbrechen"));
    await clickElement(findByRole("button", "Trotzdem zuweisen"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(4));
    expect(server.bodiesOf("receiveAction").slice(2)).toMatchObject([
      { tour_id: lateShift.id, payload: { force: true } },
      { tour_id: earlyShift.id, payload: { force: true } },
    ]);
    expect(askedAbout()).toEqual([]);
  });

  it("refused cases that were not decided on are named when the dispatcher leaves the timeline", async () => {
    const { leave } = await dropTwoRefusedCases();
    await actAndRender(leave);
    await waitUntil(() => expect(pageText()).toMatch(/C-2026-000001: \S/));
    expect(pageText()).toMatch(/C-2026-000002: \S/);
  });
});
