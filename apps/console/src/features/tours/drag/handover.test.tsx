import { describe, expect, it } from "vitest";
import {
  clickElement,
  clickSecondTime,
  fillField,
  actAndRender,
  pressKey,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, createPendingRefusal, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { entityStore } from "#live/store.ts";
import { aFullCase, aFullLink, aCaseActionAnswer } from "#live/full-case-testkit.ts";
import {
  aNumberedTimelineCase,
  aNumberedShift,
  findTimelineBar,
  listTimelineBarNames,
  openTestTimeline,
} from "../grid/timeline-testkit.tsx";

const dispatchCase = aNumberedTimelineCase(1, { lock_version: 7 });
const shiftWithCase = aNumberedShift(1, { plate: "G 101 BE", open_cases: [dispatchCase] });
const otherShift = aNumberedShift(2, { plate: "G 102 BE" });

/**
 * Moves the case to the other vehicle by the keyboard; `actions` are those that the server allows for the case on its
 * tour.
 */
async function moveCaseByKeyboard(actions: ReturnType<typeof aFullLink>["actions"], state = "ASSIGNED") {
  const { server, leave } = await openTestTimeline({ tours: [shiftWithCase, otherShift] });
  const link = aFullLink({ tour_id: shiftWithCase.id, state, actions });
  const { id, natural_id, not_before, due_at, lock_version } = dispatchCase;
  const stored = aFullCase({
    id,
    natural_id,
    not_before,
    due_at,
    lock_version,
    state: { current: "ASSIGNED", actions: [] },
    tour_case_states: [link],
  });
  server.answer({
    getCase: () => stored,
    getTour: ({ params }) => (params.id === shiftWithCase.id ? shiftWithCase : otherShift),
    receiveAction: ({ body }) => aCaseActionAnswer({ ...stored, lock_version: (body.lock_version ?? 0) + 1 }),
    reassignCase: ({ body }) => aCaseActionAnswer({ ...stored, lock_version: body.lock_version + 1 }),
  });
  await actAndRender(() => findTimelineBar(/^C-1/).focus());
  await pressKey("m");
  await pressKey("ArrowDown");
  await pressKey("Enter");
  return { ...server, leave };
}
const waitForDialog = () => waitUntil(() => findByRole("dialog"));

describe("a case that is given to another car", () => {
  it("dragging a case to another vehicle shows it there while the reason is asked for, and sends nothing yet", async () => {
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    expect(accessibleNameOf(await waitForDialog())).toBe("C-2026-000001 (Muster Maria) auf G 102 BE umdisponieren");
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("Fahrzeug G 102 BE")]);
    expect(server.bodiesOf("reassignCase")).toEqual([]);
  });

  it("dragging a case to another vehicle reassigns it from one crew to the other in one request, with the reason", async () => {
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    await fillField(findByRole("textbox", "Grund", await waitForDialog()), "Reifenschaden");
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toHaveLength(1));
    const both = { from_tour_id: shiftWithCase.id, to_tour_id: otherShift.id };
    expect(server.bodiesOf("reassignCase")).toEqual([{ ...both, lock_version: 7, reason: "Reifenschaden" }]);
  });

  it("undoing a move to another vehicle reassigns the case to its first crew", async () => {
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    await waitForDialog();
    await clickElement(findByRole("button", "Umdisponieren"));
    await clickElement(await waitUntil(() => findByRole("button", "Rückgängig")));
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toHaveLength(2));
    expect(server.bodiesOf("reassignCase")[1]).toMatchObject({
      from_tour_id: otherShift.id,
      to_tour_id: shiftWithCase.id,
    });
  });

  it("dragging an accepted case to another vehicle forwards it instead of reassigning it", async () => {
    const server = await moveCaseByKeyboard(["FORWARD", "UNASSIGN"], "ACCEPTED");
    await waitForDialog();
    await clickElement(findByRole("button", "Weitergeben"));
    await waitUntil(() => expect(server.bodiesOf("receiveAction")).toHaveLength(1));
    expect(server.bodiesOf("receiveAction")[0]).toMatchObject({
      action: "FORWARD",
      reason: "Näher am Einsatzort",
      payload: { to_tour_id: otherShift.id },
    });
  });

  it("a case dragged to another vehicle returns when the question for the reason is cancelled", async () => {
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    await waitForDialog();
    await pressKey("Escape");
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("Fahrzeug G 101 BE")]);
    expect(server.bodiesOf("reassignCase")).toEqual([]);
  });

  it("dragging a case to another vehicle in a state that does not allow it says so without asking for a reason", async () => {
    await moveCaseByKeyboard(["LOAD"], "ARRIVED");
    await waitUntil(() => expect(pageText()).toContain("lässt sich in diesem Zustand nicht an eine andere Tour geben"));
    expect(findAllByRole("dialog")).toEqual([]);
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("Fahrzeug G 101 BE")]);
  });

  it("a case dragged to another vehicle stays with its first crew when the other crew cannot take it", async () => {
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    server.answer({
      reassignCase: () => new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "FINISHED"], ["required", "STARTED"]),
    });
    await waitForDialog();
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => findByRole("alert"));
    expect(server.bodiesOf("reassignCase")).toHaveLength(1);
    expect(server.bodiesOf("receiveAction")).toEqual([]);
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("Fahrzeug G 101 BE")]);
  });

  it("a refused move keeps the typed reason beside the refusal, and sends it again when the dispatcher says so", async () => {
    const pending = createPendingRefusal("TOUR_STATUS_CONFLICT", ["status", "FINISHED"], ["required", "STARTED"]);
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    server.answer({ reassignCase: () => pending.answer });
    await fillField(findByRole("textbox", "Grund", await waitForDialog()), "Reifenschaden");
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => expect(document.activeElement).toBe(findTimelineBar(/^C-1/)));
    pending.refuse();
    const refused = (await waitUntil(() => findByRole("alert"))).closest("form");
    expect(refused?.querySelector("input")?.value).toBe("Reifenschaden");
    expect(document.activeElement).toBe(findByRole("button", "Abbrechen"));
    server.answer({ reassignCase: createNeverSettlingPromise });
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toHaveLength(2));
    expect(server.bodiesOf("reassignCase")[1]).toMatchObject({ reason: "Reifenschaden" });
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("Fahrzeug G 102 BE")]);
  });

  it.each([
    ["reassigned", ["UNASSIGN"], "ASSIGNED", "umdisponieren"],
    ["forwarded", ["FORWARD", "UNASSIGN"], "ACCEPTED", "weitergeben"],
  ] as const)("a move that breaks a rule is %s in spite of it when the dispatcher says so", async (...move) => {
    const [, actions, state, verb] = move;
    const server = await moveCaseByKeyboard([...actions], state);
    const refuse = () => new StubApiRefusal("CONSTRAINT_VIOLATED", ["level", "SEVERE"], ["constraints", "CAPACITY"]);
    server.answer({ reassignCase: refuse, receiveAction: refuse });
    await waitForDialog();
    await clickElement(findByRole("button", new RegExp(`^${verb}`, "i")));
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("Kapazität zu klein"));
    server.answer({ reassignCase: createNeverSettlingPromise, receiveAction: createNeverSettlingPromise });
    await clickElement(findByRole("button", `Trotzdem ${verb}`));
    const sent = () => [...server.bodiesOf("reassignCase"), ...server.bodiesOf("receiveAction")];
    await waitUntil(() => expect(sent()).toHaveLength(2));
    const isForced = (body: ReturnType<typeof sent>[number]) => JSON.stringify(body).includes('"force":true');
    expect(sent().map(isForced)).toEqual([false, true]);
  });

  it("an undo of a move that is refused says so, and asks for no reason", async () => {
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    await waitForDialog();
    await clickElement(findByRole("button", "Umdisponieren"));
    const undo = await waitUntil(() => findByRole("button", "Rückgängig"));
    server.answer({
      reassignCase: () => new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "FINISHED"], ["required", "STARTED"]),
    });
    await clickElement(undo);
    await waitUntil(() => expect(pageText()).toMatch(/C-2026-000001: \S/));
    expect(findAllByRole("dialog")).toEqual([]);
  });

  it("a move that is refused after the dispatcher has left the timeline says so", async () => {
    const pending = createPendingRefusal("TOUR_STATUS_CONFLICT", ["status", "FINISHED"], ["required", "STARTED"]);
    const server = await moveCaseByKeyboard(["UNASSIGN"]);
    server.answer({ reassignCase: () => pending.answer });
    await waitForDialog();
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toHaveLength(1));
    await actAndRender(server.leave);
    pending.refuse();
    await waitUntil(() => expect(pageText()).toMatch(/C-2026-000001: \S/));
  });
});

describe("several cases that are given to another car", () => {
  const numbers = [1, 2];
  const loadedShift = aNumberedShift(1, {
    plate: "G 101 BE",
    open_cases: numbers.map((number) => aNumberedTimelineCase(number, { lock_version: 7 })),
  });
  const storedCases = loadedShift.open_cases.map(({ id, natural_id, not_before, due_at, lock_version }) =>
    aFullCase({
      id,
      natural_id,
      not_before,
      due_at,
      lock_version,
      state: { current: "ASSIGNED", actions: [] },
      tour_case_states: [aFullLink({ tour_id: loadedShift.id, state: "ASSIGNED", actions: ["UNASSIGN"] })],
    }),
  );
  const storedCase = (id: string) => storedCases.find((one) => one.id === id) ?? aFullCase();
  const namesOnFirstShift = () =>
    entityStore.tours.timeline(loadedShift.id)?.open_cases.map(({ natural_id }) => natural_id);

  async function openLoadedTimeline() {
    const opened = await openTestTimeline({ tours: [loadedShift, otherShift] });
    opened.server.answer({
      getCase: ({ params }) => storedCase(params.id),
      getTour: ({ params }) => (params.id === loadedShift.id ? loadedShift : otherShift),
      reassignCase: ({ params, body }) =>
        aCaseActionAnswer({ ...storedCase(params.id), lock_version: body.lock_version + 1 }),
    });
    return opened;
  }
  /** Carries a case to the other car; Enter drops it. */
  async function carryCase(name: RegExp) {
    await actAndRender(() => findTimelineBar(name).focus());
    await pressKey("m");
    await pressKey("ArrowDown");
  }
  async function dropCase(name: RegExp) {
    await carryCase(name);
    await pressKey("Enter");
  }

  it("a case dragged while the reason for another one is asked for gets its own question after that", async () => {
    const { server } = await openLoadedTimeline();
    await dropCase(/^C-1/);
    const first = await waitForDialog();
    await dropCase(/^C-2/);
    await waitUntil(() => expect(namesOnFirstShift()).toEqual([]));
    expect(findAllByRole("dialog")).toEqual([first]);
    expect(accessibleNameOf(first)).toContain("C-2026-000001");
    await fillField(findByRole("textbox", "Grund", first), "Reifenschaden");
    await clickElement(findByRole("button", "Umdisponieren"));
    const second = await waitUntil(() => findByRole("dialog", /C-2026-000002/));
    const reason = findByRole("textbox", "Grund", second);
    expect(reason).toHaveProperty("value", "Näher am Einsatzort");
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toMatchObject([{ reason: "Reifenschaden" }]));
    expect(document.activeElement).toBe(reason);
  });

  it("the second click of a double click, and a key that is held, do not answer the question about the next case", async () => {
    const { server } = await openLoadedTimeline();
    await dropCase(/^C-1/);
    await waitForDialog();
    await dropCase(/^C-2/);
    await waitUntil(() => expect(namesOnFirstShift()).toEqual([]));
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => findByRole("dialog", /C-2026-000002/));
    await clickSecondTime(findByRole("button", "Umdisponieren"));
    expect(findAllByRole("dialog", /C-2026-000002/)).toHaveLength(1);
    await pressKey("Escape", { repeat: true });
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toHaveLength(1));
    expect(findAllByRole("dialog", /C-2026-000002/)).toHaveLength(1);
  });

  it("each of several cases dragged to another vehicle returns when its question is cancelled", async () => {
    const { server } = await openLoadedTimeline();
    await dropCase(/^C-1/);
    await waitForDialog();
    await dropCase(/^C-2/);
    await waitUntil(() => expect(namesOnFirstShift()).toEqual([]));
    await actAndRender(() => findByRole("textbox", "Grund").focus());
    await pressKey("Escape");
    await waitUntil(() => findByRole("dialog", /C-2026-000002/));
    await pressKey("Escape");
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    expect(namesOnFirstShift()).toEqual(["C-2026-000001", "C-2026-000002"]);
    expect(server.bodiesOf("reassignCase")).toEqual([]);
  });

  it("cases whose question was not answered return to their tour when the dispatcher leaves the timeline", async () => {
    const { leave } = await openLoadedTimeline();
    await dropCase(/^C-1/);
    await waitForDialog();
    await dropCase(/^C-2/);
    await waitUntil(() => expect(namesOnFirstShift()).toEqual([]));
    await actAndRender(leave);
    expect(namesOnFirstShift()).toEqual(["C-2026-000001", "C-2026-000002"]);
  });

  it("a case dropped at the moment when the dispatcher leaves the timeline returns to its tour", async () => {
    const { leave } = await openLoadedTimeline();
    await carryCase(/^C-1/);
    await actAndRender(() => {
      const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(enter);
      expect(namesOnFirstShift()).toEqual(["C-2026-000002"]);
      leave();
    });
    await waitUntil(() => expect(namesOnFirstShift()).toEqual(["C-2026-000001", "C-2026-000002"]));
  });
});
