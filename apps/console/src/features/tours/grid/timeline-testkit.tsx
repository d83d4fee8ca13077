/** Test kit: a timeline over a server with some tours. */
import { useState } from "react";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import type { BoardView, ChangeBoardView } from "#shared/state/board-view.ts";
import { numberedId, createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole } from "#shared/testing/screen-testkit.ts";
import { type StubServer, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { aCaseOnTimeline, aTimelineTour, aTourVehicle } from "#live/timeline.fixture.ts";
import type { TimelineCase, TimelineTour } from "#live/tour-entity.ts";
import { timelineSettings } from "../timeline-settings.ts";
import { TourTimeline } from "../tour-timeline.tsx";

const branchGraz = { id: numberedId(1), name: "Graz", phone_number: null };
const timelineGrants = ["getCases", "updateCase", "createTour", "updateTour", "finishTour", "deleteTour"];

/** A shift of one vehicle, with ids as the server gives them. */
export function aNumberedShift(number: number, { plate, ...own }: Partial<TimelineTour> & { readonly plate: string }) {
  const { vehicle } = aTourVehicle(numberedId(200 + number), plate);
  return aTimelineTour({
    id: numberedId(100 + number),
    natural_id: `T-2026-${String(number).padStart(6, "0")}`,
    branch: branchGraz,
    users: [{ id: numberedId(300 + number), firstname: "Anna", lastname: "Moser", phone_number: null }],
    vehicle_device_associations: [{ vehicle, device: null }],
    ...own,
  });
}

/** A case of a tour with the number and name `C-1 Muster Maria`, and so on. */
export const aNumberedTimelineCase = (number: number, own: Partial<TimelineCase> = {}) =>
  aCaseOnTimeline({ id: numberedId(400 + number), natural_id: `C-2026-${String(number).padStart(6, "0")}`, ...own });

interface TimelineOptions {
  readonly tours?: readonly TimelineTour[];
  readonly view?: Partial<BoardView>;
  readonly now?: string;
}
interface OpenedTimeline {
  readonly server: StubServer;
  /** The view that was chosen last. */
  readonly view: () => BoardView;
  /** Takes the timeline off the screen, as another view of the board does. */
  readonly leave: () => void;
}

/** Opens the board's timeline on a Saturday morning; its rows are there when it returns. */
export async function openTestTimeline({
  tours = [],
  view = {},
  now = "2026-11-21T08:30:00Z",
}: TimelineOptions): Promise<OpenedTimeline> {
  clearLiveData();
  timelineSettings.set({ grid: 30, collapsed: [] });
  setFakeSystemTime(now);
  const server = stubApiFetch({
    getUserInfo: () => aDispatcher({ grants: timelineGrants }),
    getTours: () => createOnePageAnswer("tours", tours),
  });
  const board = await mountTestTimeline(view);
  if (tours.length > 0) await waitUntil(() => findByRole("treegrid"));
  return { server, ...board };
}

export async function mountTestTimeline(first: Partial<BoardView> = {}): Promise<Omit<OpenedTimeline, "server">> {
  let view: BoardView = { tab: "open", days: 1, ...first };
  let leave = () => {};
  function Board() {
    const [isLeft, setLeft] = useState(false);
    leave = () => setLeft(true);
    const [shown, setShown] = useState(view);
    const onView: ChangeBoardView = (change) => {
      view = { ...view, ...change } as BoardView;
      setShown(view);
    };
    return !isLeft && <TourTimeline view={shown} onView={onView} />;
  }
  await mountComponent(<Board />);
  return { view: () => view, leave: () => leave() };
}

export const findTimelineBar = (name: string | RegExp) => findByRole("gridcell", name);
export const listTimelineBarNames = () => findAllByRole("gridcell").map((cell) => cell.getAttribute("aria-label"));

/** Left edge of an element on the time axis, in pixels. */
export const leftEdgeOf = (element: HTMLElement) => Number.parseFloat(element.style.left);
export const styledWidthOf = (element: HTMLElement) => Number.parseFloat(element.style.width);

/** Positions at which the head of the grid labels an hour; two on the day when it comes twice. */
export const positionsOfHourLabel = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("[data-is=hour]")]
    .filter(({ textContent }) => textContent === text)
    .map(leftEdgeOf);
