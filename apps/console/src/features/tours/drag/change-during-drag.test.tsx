import { describe, expect, it } from "vitest";
import { actAndRender, pressKey, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { pendingClashes } from "#live/clash/clash.ts";
import { aFullCase, aFullLink } from "#live/full-case-testkit.ts";
import { entityStore } from "#live/store.ts";
import {
  aNumberedTimelineCase,
  aNumberedShift,
  findTimelineBar,
  leftEdgeOf,
  listTimelineBarNames,
  openTestTimeline,
  positionsOfHourLabel,
  styledWidthOf,
} from "../grid/timeline-testkit.tsx";

const carriedCase = aNumberedTimelineCase(1, { lock_version: 7 });
const twoHours = aNumberedTimelineCase(2, { not_before: "2026-11-21T12:00:00Z", due_at: "2026-11-21T14:00:00Z" });
const [home, other] = [
  aNumberedShift(1, {
    plate: "G 101 BE",
    open_cases: [carriedCase, twoHours],
  }),
  aNumberedShift(2, { plate: "G 102 BE" }),
];
const { id, natural_id, not_before, due_at } = carriedCase;
const storedCase = aFullCase({
  id,
  natural_id,
  display_name: carriedCase.display_name,
  not_before,
  due_at,
  lock_version: 7,
  state: { current: "ASSIGNED", actions: [] },
  tour_case_states: [aFullLink({ tour_id: home.id })],
});
/** Another user's change of the case, as the stream brings it to the console. */
const changeMeanwhile = (change: Partial<typeof storedCase>) =>
  actAndRender(() => entityStore.putCases([{ ...storedCase, lock_version: 8, ...change }]));
const onOtherTour = [
  aFullLink({ tour_id: home.id, bucket: "unassigned" }),
  aFullLink({ tour_id: other.id, tour_natural_id: other.natural_id }),
];

/** Opens the timeline, and takes its case, which the board knows, into the hand by the keyboard. */
async function carryCase() {
  const { server } = await openTestTimeline({ tours: [home, other] });
  server.answer({ getCase: () => storedCase, getCaseStateHistory: () => [] });
  await actAndRender(() => entityStore.putCases([storedCase]));
  await actAndRender(() => findTimelineBar(/^C-1/).focus());
  await pressKey("m");
  return server;
}

describe("a carried case that another user changes", () => {
  it("a case that gets a second crew while it is carried is not moved in time, and the dispatcher is asked again", async () => {
    const server = await carryCase();
    await pressKey("ArrowRight");
    const tour_case_states = [aFullLink({ tour_id: home.id }), aFullLink({ tour_id: other.id })];
    await changeMeanwhile({ tour_case_states });
    server.answer({
      getCase: () => ({ ...storedCase, lock_version: 8, tour_case_states }),
      updateCaseTimeWindow: ({ body }) =>
        body.lock_version === 7 ? new StubApiRefusal("LOCK_VERSION_CONFLICT") : { ...storedCase, ...body },
    });
    await pressKey("Enter");
    await waitUntil(() => expect(pendingClashes.get()).toHaveLength(1));
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
  });

  it("a case that is taken off its vehicle while it is carried is put back, and the focus is on the vehicle", async () => {
    const server = await carryCase();
    await pressKey("ArrowRight");
    await changeMeanwhile({ tour_case_states: onOtherTour });
    await waitUntil(() => expect(listTimelineBarNames()[1]).toContain("Fahrzeug G 102 BE"));
    expect(pageText()).toContain("Nicht verschoben.");
    expect(document.querySelector("[data-lifted]")).toBeNull();
    expect(document.activeElement).toBe(findByRole("rowheader", /^Fahrzeug G 101 BE/));
    await pressKey("ArrowRight");
    expect(document.activeElement).toBe(findTimelineBar(/^C-2/));
    await pressKey("Enter");
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([]);
  });

  it("a case put back by Escape has the length of the deadline that it got while it was carried", async () => {
    await carryCase();
    await pressKey("ArrowRight", { shiftKey: true });
    await changeMeanwhile({ not_before: "2026-11-21T10:00:00Z", due_at: "2026-11-21T12:00:00Z" });
    await pressKey("Escape");
    const bar = findTimelineBar(/^C-1/);
    expect(leftEdgeOf(bar)).toBeCloseTo(positionsOfHourLabel("11:00")[0] ?? 0);
    expect(styledWidthOf(bar)).toBeCloseTo(styledWidthOf(findTimelineBar(/^C-2/)));
    expect(bar.style.transform).toBe("");
  });
});
