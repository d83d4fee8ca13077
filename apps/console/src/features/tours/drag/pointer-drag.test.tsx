import { describe, expect, it, vi } from "vitest";
import { actAndRender, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleNameOf, findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { aFullCase, aFullLink } from "#live/full-case-testkit.ts";
import { entityStore, storeTour } from "#live/store.ts";
import {
  aNumberedShift,
  aNumberedTimelineCase,
  findTimelineBar,
  leftEdgeOf,
  openTestTimeline,
} from "../grid/timeline-testkit.tsx";

const dispatchCase = aNumberedTimelineCase(1, { lock_version: 7 });
const homeShift = aNumberedShift(1, { plate: "G 101 BE", open_cases: [dispatchCase] });
const { id, natural_id, not_before, due_at, lock_version } = dispatchCase;
const storedCase = aFullCase({
  id,
  natural_id,
  not_before,
  due_at,
  lock_version,
  state: { current: "ASSIGNED", actions: [] },
  tour_case_states: [aFullLink({ tour_id: homeShift.id, state: "ASSIGNED", actions: ["UNASSIGN"] })],
});

/** Middle of a row on the screen, below the head of its branch. */
const middleOfRow = (number: number) => 26 + 42 * (number - 0.5);
const sendPointer = (type: string, target: EventTarget, clientY: number) =>
  actAndRender(() => {
    const at = { clientX: 220 + leftEdgeOf(findTimelineBar(/^C-1/)), clientY };
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, ...at }));
  });
const hintedRow = () => / · (G \d+ BE)/.exec(findByRole("treegrid").textContent)?.[1];

describe("a case that is dragged by the pointer", () => {
  it("a case is dropped on the vehicle under the pointer, although the rows have moved during the drag", async () => {
    const { server } = await openTestTimeline({ tours: [homeShift, aNumberedShift(3, { plate: "G 103 BE" })] });
    server.answer({ getCase: () => storedCase });
    // The pointer is far from the edges, at which the grid would scroll and be drawn without end.
    vi.spyOn(findByRole("treegrid"), "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 1600, 900));
    await sendPointer("pointerdown", findTimelineBar(/^C-1/), middleOfRow(1));
    await sendPointer("pointermove", document, middleOfRow(2));
    await waitUntil(() => expect(hintedRow()).toBe("G 103 BE"));
    await actAndRender(() => storeTour(aNumberedShift(2, { plate: "G 102 BE" }), entityStore.step));
    await waitUntil(() => expect(findAllByRole("rowheader", /^Fahrzeug/)).toHaveLength(3));
    await waitUntil(() => expect(hintedRow()).toBe("G 102 BE"));
    await sendPointer("pointerup", document, middleOfRow(2));
    expect(accessibleNameOf(await waitUntil(() => findByRole("dialog")))).toContain("auf G 102 BE umdisponieren");
  });
});
