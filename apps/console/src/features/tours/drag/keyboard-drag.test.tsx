import { describe, expect, it } from "vitest";
import { clickElement, actAndRender, pressKey, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleNameOf, findAllByRole, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { entityStore, storeTour } from "#live/store.ts";
import { pendingClashes } from "#live/clash/clash.ts";
import { aCaseActionAnswer, aFullCase, aFullLink } from "#live/full-case-testkit.ts";
import {
  aNumberedTimelineCase,
  aNumberedShift,
  findTimelineBar,
  listTimelineBarNames,
  openTestTimeline,
} from "../grid/timeline-testkit.tsx";

const plannedCase = aNumberedTimelineCase(1, { lock_version: 7 });
const finishedCase = aNumberedTimelineCase(2, {
  bucket: "finished",
  link_state: "DELIVERED",
  started_at: "2026-11-21T12:00:00Z",
  finished_at: "2026-11-21T13:00:00Z",
});
const twoShifts = [
  aNumberedShift(1, { plate: "G 101 BE", open_cases: [plannedCase], finished_cases: [finishedCase] }),
  aNumberedShift(2, { plate: "G 102 BE" }),
];
const { id, natural_id, not_before, due_at } = plannedCase;
const storedCase = aFullCase({
  id,
  natural_id,
  not_before,
  due_at,
  lock_version: 7,
  state: { current: "ASSIGNED", actions: [] },
  tour_case_states: [aFullLink({ tour_id: twoShifts[0]?.id })],
});

/**
 * Timeline with the keyboard focus on a case that is planned from 10:00 to 11:30, and the server's copy of that case.
 */
async function openTimelineOnPlannedCase(name: RegExp = /^C-1/) {
  const { server } = await openTestTimeline({ tours: twoShifts });
  server.answer({
    getCase: () => storedCase,
    updateCaseTimeWindow: ({ body }) => ({ ...storedCase, ...body }),
  });
  await actAndRender(() => findTimelineBar(name).focus());
  await pressKey("m");
  return server;
}

describe("a case that is moved by the keyboard", () => {
  it("moving a case by the keyboard announces its times on the way, and saves the new times when it is dropped", async () => {
    const server = await openTimelineOnPlannedCase();
    expect(pageText()).toContain("C-2026-000001 aufgenommen.");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await pressKey(key);
    expect(pageText()).toContain("10:15 – 11:45, G 101 BE");
    await pressKey("Enter");
    await waitUntil(() => expect(pageText()).toContain("C-2026-000001 hat neue Zeiten."));
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([
      { not_before: "2026-11-21T09:15:00.000Z", due_at: "2026-11-21T10:45:00.000Z", lock_version: 7 },
    ]);
  });

  it("moving the end of a case by the keyboard past midnight announces the day of its end", async () => {
    const late = { ...plannedCase, due_at: "2026-11-21T22:50:00Z" };
    await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [late] })] });
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    await pressKey("m");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await pressKey(key, { shiftKey: true });
    expect(pageText()).toContain("10:00 – 22.11., 00:05, G 101 BE");
  });

  it("moving a case that begins on the day before the shown one announces the day of its start", async () => {
    const early = { ...plannedCase, not_before: "2026-11-20T22:30:00Z", due_at: "2026-11-21T09:00:00Z" };
    await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [early] })] });
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    await pressKey("m");
    await pressKey("ArrowRight");
    expect(pageText()).toContain("20.11., 23:35 – 21.11., 10:05, G 101 BE");
  });

  it("an arrow key with Shift moves only the end of a case on the timeline", async () => {
    const server = await openTimelineOnPlannedCase();
    await pressKey("ArrowRight", { shiftKey: true });
    await pressKey("Enter");
    await waitUntil(() => expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1));
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([{ lock_version: 7, due_at: "2026-11-21T10:35:00.000Z" }]);
  });

  it("a redacted case can be moved by the keyboard, too", async () => {
    const server = await openTimelineOnPlannedCase();
    server.answer({ getCase: () => ({ ...storedCase, is_redacted: true }) });
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await waitUntil(() => expect(pageText()).toContain("C-2026-000001 hat neue Zeiten."));
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
  });

  it("a case can be moved by the keyboard although another user has changed another field of it at the same moment", async () => {
    const server = await openTimelineOnPlannedCase();
    server.answer({
      getCase: () => ({ ...storedCase, lock_version: 8, description: "Zweiter Stock" }),
      updateCaseTimeWindow: ({ body }) =>
        body.lock_version === 7 ? new StubApiRefusal("LOCK_VERSION_CONFLICT") : { ...storedCase, ...body },
    });
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await waitUntil(() => expect(pageText()).toContain("C-2026-000001 hat neue Zeiten."));
    expect(server.bodiesOf("updateCaseTimeWindow").map(({ lock_version }) => lock_version)).toEqual([7, 8]);
  });

  it("a case moved by the keyboard is shown at its new time before the server has answered", async () => {
    const server = await openTimelineOnPlannedCase();
    server.answer({ updateCaseTimeWindow: createNeverSettlingPromise });
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await waitUntil(() => expect(listTimelineBarNames()[0]).toContain("10:05 bis 11:35"));
  });

  it("a case moved by the keyboard returns to its old times, with the reason, when the server refuses", async () => {
    const server = await openTimelineOnPlannedCase();
    server.answer({ updateCaseTimeWindow: () => new StubApiRefusal("CASE_FINALIZED") });
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await waitUntil(() => expect(pageText()).toContain("C-2026-000001: "));
    expect(listTimelineBarNames()[0]).toContain("10:00 bis 11:30");
  });

  it("moving a case by the keyboard does not overwrite times that another dispatcher has just set", async () => {
    const server = await openTimelineOnPlannedCase();
    server.answer({
      getCaseStateHistory: () => [],
      getCase: () => ({ ...storedCase, lock_version: 8, due_at: "2026-11-21T12:00:00+00:00" }),
      updateCaseTimeWindow: () =>
        new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "7"], ["current_lock_version", "8"]),
    });
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await waitUntil(() => expect(pageText()).toContain("Die Zeiten wurden inzwischen von jemand anderem geändert."));
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
  });

  it("moving a case by the keyboard is refused, with the reason, when its crew has started it in the meantime", async () => {
    const server = await openTimelineOnPlannedCase();
    server.answer({
      getCaseStateHistory: () => [],
      getCase: () => ({ ...storedCase, lock_version: 8, state: { current: "STARTED", actions: [] } }),
      updateCaseTimeWindow: () => new StubApiRefusal("LOCK_VERSION_CONFLICT"),
    });
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await waitUntil(() => expect(pendingClashes.get()).toHaveLength(1));
    expect(pendingClashes.get()[0]).toMatchObject({ clash: { changed: ["state"] }, wanted: undefined });
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
    expect(listTimelineBarNames()[0]).toContain("10:00 bis 11:30");
    pendingClashes.set([]);
  });

  it("Escape returns a case moved by the keyboard to its place, and sends nothing", async () => {
    const server = await openTimelineOnPlannedCase();
    await pressKey("ArrowRight");
    await pressKey("Escape");
    expect(pageText()).toContain("Nicht verschoben.");
    expect(listTimelineBarNames()[0]).toContain("10:00 bis 11:30");
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([]);
  });

  it("a finished case cannot be picked up by the keyboard, and the reason is announced", async () => {
    await openTimelineOnPlannedCase(/^C-2/);
    expect(pageText()).toContain("C-2026-000002 ist abgeschlossen und bleibt, wo es ist.");
  });

  it("moving a case by the keyboard can be undone", async () => {
    const server = await openTimelineOnPlannedCase();
    await pressKey("ArrowRight");
    await pressKey("Enter");
    await clickElement(await waitUntil(() => findByRole("button", "Rückgängig")));
    await waitUntil(() => expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(2));
    expect(server.bodiesOf("updateCaseTimeWindow")[1]).toMatchObject({ not_before, due_at });
  });
});

describe("the row to which a case is moved by the keyboard", () => {
  const aRow = (number: number, plate: string) => aNumberedShift(number, { plate });
  const homeShift = aNumberedShift(1, { plate: "G 101 BE", open_cases: [plannedCase] });
  const openLink = aFullLink({ tour_id: homeShift.id, state: "ASSIGNED", actions: ["UNASSIGN"] });
  const rowNames = () => findAllByRole("rowheader", /^Fahrzeug/).map((head) => accessibleNameOf(head).slice(9, 17));

  /** Timeline on which a case has been carried from the car G 101 BE to the car G 103 BE, and not dropped yet. */
  async function carryCaseOneRowDown() {
    const { server } = await openTestTimeline({ tours: [homeShift, aRow(3, "G 103 BE")] });
    server.answer({ getCase: () => ({ ...storedCase, tour_case_states: [openLink] }) });
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    await pressKey("m");
    await pressKey("ArrowDown");
    expect(pageText()).toContain("10:00 – 11:30, G 103 BE");
    return server;
  }
  /** Position of the frame around the row on which a drop would land. */
  const frameTop = () => {
    const frame = document.querySelector<HTMLElement>("[aria-hidden][style*=translateY]");
    return Number(/^translateY\((\d+)px\)$/.exec(frame?.style.transform ?? "")?.[1]);
  };

  it("a case moved by the keyboard goes to the vehicle that was announced, although another row has appeared above it", async () => {
    await carryCaseOneRowDown();
    const before = frameTop();
    await actAndRender(() => storeTour(aRow(2, "G 102 BE"), entityStore.step));
    await waitUntil(() => expect(rowNames()).toEqual(["G 101 BE", "G 102 BE", "G 103 BE"]));
    expect(frameTop()).toBeGreaterThan(before);
    await pressKey("Enter");
    expect(accessibleNameOf(await waitUntil(() => findByRole("dialog")))).toContain("auf G 103 BE umdisponieren");
  });

  it("a case moved by the keyboard goes on from the vehicle that was announced, although another row has appeared above it", async () => {
    await carryCaseOneRowDown();
    await actAndRender(() => storeTour(aRow(2, "G 102 BE"), entityStore.step));
    await waitUntil(() => expect(rowNames()).toHaveLength(3));
    await pressKey("ArrowUp");
    expect(pageText()).toContain("10:00 – 11:30, G 102 BE");
  });

  it("a case moved by the keyboard stays where it was when the row under it has gone", async () => {
    await carryCaseOneRowDown();
    await actAndRender(() => storeTour(aRow(4, "G 104 BE"), entityStore.step));
    await actAndRender(() => entityStore.deleteTour(aRow(3, "G 103 BE").id));
    await waitUntil(() => expect(rowNames()).toEqual(["G 101 BE", "G 104 BE"]));
    await pressKey("Enter");
    expect(pageText()).toContain("Nicht verschoben.");
    expect(findAllByRole("dialog")).toEqual([]);
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("Fahrzeug G 101 BE")]);
  });

  it("a case moved by the keyboard to another vehicle and another time goes to the shift of its new time", async () => {
    const early = aNumberedShift(3, { plate: "G 103 BE", scheduled_end_at: "2026-11-21T09:02:00Z" });
    const late = aNumberedShift(4, {
      plate: "G 103 BE",
      vehicle_device_associations: early.vehicle_device_associations,
      status: "SCHEDULED",
      started_at: null,
      scheduled_start_at: "2026-11-21T09:04:00Z",
    });
    const { server } = await openTestTimeline({ tours: [homeShift, early, late] });
    let stored = { ...storedCase, tour_case_states: [openLink] };
    server.answer({
      getCase: () => stored,
      updateCaseTimeWindow: ({ body }) => {
        stored = { ...stored, ...body };
        return stored;
      },
      getTour: ({ params }) => [early, late].find((tour) => tour.id === params.id) ?? homeShift,
      reassignCase: () => aCaseActionAnswer(stored),
    });
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    for (const key of ["m", "ArrowRight", "ArrowDown", "Enter"]) await pressKey(key);
    await waitUntil(() => findByRole("dialog"));
    await clickElement(findByRole("button", "Umdisponieren"));
    await waitUntil(() => expect(server.bodiesOf("reassignCase")).toMatchObject([{ to_tour_id: late.id }]));
  });
});

describe("a case that is moved by the keyboard to another vehicle and another time at once", () => {
  const homeShift = aNumberedShift(1, { plate: "G 101 BE", open_cases: [plannedCase] });
  const otherShift = aNumberedShift(2, { plate: "G 102 BE" });
  const oldName = "C-1 Muster Maria, Zugewiesen, 10:00 bis 11:30, Fahrzeug G 101 BE";
  const newTimes = { not_before: "2026-11-21T09:05:00.000Z", due_at: "2026-11-21T10:35:00.000Z" };

  /** Drops the case one row below and five minutes later; the server keeps its times and its vehicle. */
  async function dropRowBelowAndLater(
    actions: ReturnType<typeof aFullLink>["actions"] = ["UNASSIGN"],
    answerCase = (known: typeof storedCase) => known as typeof storedCase | Promise<never>,
  ) {
    const { server } = await openTestTimeline({ tours: [homeShift, otherShift] });
    const link = aFullLink({ tour_id: homeShift.id, state: "ASSIGNED", actions });
    let stored = { ...storedCase, tour_case_states: [link] };
    const written: string[] = [];
    const write = (what: string, change: Partial<typeof stored>) => {
      written.push(what);
      stored = { ...stored, ...change, lock_version: stored.lock_version + 1 };
      return stored;
    };
    server.answer({
      getCase: () => answerCase(stored),
      updateCaseTimeWindow: ({ body: { lock_version: _, ...change } }) => write("times", change),
      getTour: ({ params }) => (params.id === homeShift.id ? homeShift : otherShift),
      reassignCase: ({ body }) =>
        aCaseActionAnswer(write("vehicle", { tour_case_states: [{ ...link, tour_id: body.to_tour_id }] })),
    });
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    for (const key of ["m", "ArrowRight", "ArrowDown", "Enter"]) await pressKey(key);
    return { server, written, stored: () => stored };
  }
  const dropAndConfirm = async () => {
    const dropped = await dropRowBelowAndLater();
    await waitUntil(() => findByRole("dialog"));
    return { ...dropped, confirm: () => clickElement(findByRole("button", "Umdisponieren")) };
  };

  it("a case moved to another vehicle and time is shown there, and nothing is sent until the reason is given", async () => {
    const { written } = await dropAndConfirm();
    expect(listTimelineBarNames()).toEqual(["C-1 Muster Maria, Zugewiesen, 10:05 bis 11:35, Fahrzeug G 102 BE"]);
    expect(written).toEqual([]);
  });

  it.each(["Escape", "Abbrechen"])(
    "%s in the question for the reason leaves a case its times as well as its vehicle",
    async (way) => {
      const { server } = await dropAndConfirm();
      if (way === "Escape") await pressKey("Escape");
      else await clickElement(findByRole("button", way));
      await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
      expect(pageText()).toContain("Nicht verschoben.");
      expect(listTimelineBarNames()).toEqual([oldName]);
      expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([]);
    },
  );

  it("a case that waits for the reason of its last move is not moved again before that", async () => {
    const { written } = await dropAndConfirm();
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    for (const key of ["m", "ArrowUp", "Enter"]) await pressKey(key);
    await waitUntil(() =>
      expect(pageText()).toContain("C-2026-000001: Erst den Grund der letzten Verschiebung angeben."),
    );
    expect(pendingClashes.get()).toEqual([]);
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    for (const key of ["m", "ArrowRight", "Enter"]) await pressKey(key);
    expect(listTimelineBarNames()).toEqual([expect.stringContaining("10:05 bis 11:35, Fahrzeug G 102 BE")]);
    expect(written).toEqual([]);
    expect(findAllByRole("dialog")).toHaveLength(1);
  });

  it("a case is not moved again while its last move is being checked", async () => {
    const { written } = await dropRowBelowAndLater(["UNASSIGN"], createNeverSettlingPromise);
    await actAndRender(() => findTimelineBar(/^C-1/).focus());
    for (const key of ["m", "ArrowRight", "Enter"]) await pressKey(key);
    await waitUntil(() =>
      expect(pageText()).toContain("C-2026-000001: Erst den Grund der letzten Verschiebung angeben."),
    );
    expect(written).toEqual([]);
  });

  it("a case that cannot go to the other vehicle keeps its times, too", async () => {
    const { server } = await dropRowBelowAndLater(["LOAD"]);
    await waitUntil(() => expect(pageText()).toContain("lässt sich in diesem Zustand nicht an eine andere Tour geben"));
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([]);
    expect(listTimelineBarNames()).toEqual([oldName]);
  });

  it("a case moved to another vehicle and time gets both once the reason is given, and one undo returns both", async () => {
    const { server, written, confirm, stored } = await dropAndConfirm();
    await confirm();
    await waitUntil(() => expect(pageText()).toContain("C-2026-000001 ist jetzt bei G 102 BE."));
    expect(pageText()).toContain("C-2026-000001 hat neue Zeiten.");
    expect(written).toEqual(["times", "vehicle"]);
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([{ ...newTimes, lock_version: 7 }]);
    expect(server.bodiesOf("reassignCase")).toMatchObject([{ to_tour_id: otherShift.id, lock_version: 8 }]);
    await clickElement(findByRole("button", "Rückgängig"));
    await waitUntil(() => expect(written).toEqual(["times", "vehicle", "vehicle", "times"]));
    expect(stored()).toMatchObject({ not_before, due_at, tour_case_states: [{ tour_id: homeShift.id }] });
  });

  it("a case that the other vehicle refuses gets its old times again", async () => {
    const { server, confirm, stored } = await dropAndConfirm();
    server.answer({
      reassignCase: () => new StubApiRefusal("TOUR_STATUS_CONFLICT", ["status", "FINISHED"], ["required", "STARTED"]),
    });
    await confirm();
    await waitUntil(() => findByRole("alert"));
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(2);
    expect(stored()).toMatchObject({ not_before, due_at, tour_case_states: [{ tour_id: homeShift.id }] });
    await waitUntil(() => expect(listTimelineBarNames()).toEqual([oldName]));
  });

  it("a case whose new times are refused stays with its vehicle", async () => {
    const { server, confirm } = await dropAndConfirm();
    server.answer({ updateCaseTimeWindow: () => new StubApiRefusal("CASE_FINALIZED") });
    await confirm();
    await waitUntil(() => findByRole("alert"));
    expect(server.bodiesOf("reassignCase")).toEqual([]);
    expect(listTimelineBarNames()).toEqual([oldName]);
  });
});
