import { describe, expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import {
  actAndRender,
  clickElement,
  clickSecondTime,
  mountComponent,
  setFakeSystemTime,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { entityStore } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { TimelineRowMenu } from "./row-menu.tsx";
import { aNumberedShift, aNumberedTimelineCase, openTestTimeline } from "./timeline-testkit.tsx";

it("the menu of a timeline row shows the days of a shift that begins or ends on another day than today", async () => {
  setFakeSystemTime("2026-11-21T08:30:00Z");
  stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }) });
  const tours = [
    { start: "2026-11-21T06:00:00Z", end: "2026-11-21T16:00:00Z" },
    { start: "2026-11-21T19:00:00Z", end: "2026-11-22T05:00:00Z" },
  ].map(({ start, end }, index) =>
    aNumberedShift(index + 1, {
      plate: "G 101 BE",
      status: "SCHEDULED",
      started_at: null,
      scheduled_start_at: start,
      scheduled_end_at: end,
    }),
  );
  const row = {
    is: "row",
    id: "v1",
    title: "G 101 BE",
    crew: "",
    vehicle_id: "v1",
    tours,
    bars: [],
    lanes: 1,
    open: 0,
    total: 0,
    violation: "none",
  } as const;
  const nothing = () => undefined;
  const asked = { announce: nothing, onPanel: nothing, onShow: nothing, onClose: nothing };
  await mountComponent(<TimelineRowMenu row={row} at={new DOMRect()} {...asked} />);
  await waitUntil(() => expect(pageText()).toContain("07:00 – 17:00"));
  expect(pageText()).toContain("20:00 – 22.11., 06:00");
});

describe("the menu of a row that changes while the menu is open", () => {
  const shift = aNumberedShift(1, { plate: "G 101 BE" });
  const planned = { status: "SCHEDULED", started_at: null, started_sub_state: null } as const;
  /** Opens the menu of a shift; the function brings a change of another user. */
  async function openMenu(change: Partial<TimelineTour> = {}) {
    const tour = { ...shift, ...change };
    const { server } = await openTestTimeline({ tours: [tour] });
    await clickElement(findByRole("button", "Touren von G 101 BE"));
    await waitUntil(() => findByRole("menu"));
    const changeMeanwhile = (later: Partial<TimelineTour>) =>
      actAndRender(() => entityStore.putTours([{ ...tour, ...later }], entityStore.step));
    return { server, tour, changeMeanwhile };
  }
  const itemNames = () => findAllByRole("menuitem").map(({ textContent }) => textContent);

  it("ending a shift asks about the case that was assigned after the menu was opened", async () => {
    const { server, changeMeanwhile } = await openMenu();
    await changeMeanwhile({ open_cases: [aNumberedTimelineCase(1)] });
    await clickElement(findByRole("menuitem", "Beenden"));
    expect(itemNames()).toContain("Wirklich beenden? 1 Fall wird zurückgenommen");
    expect(server.bodiesOf("finishTour")).toEqual([]);
  });

  it("ending a shift asks again when a case is assigned after the question", async () => {
    const { server, changeMeanwhile } = await openMenu();
    await clickElement(findByRole("menuitem", "Beenden"));
    const question = findByRole("menuitem", "Wirklich beenden");
    await changeMeanwhile({ open_cases: [aNumberedTimelineCase(1)] });
    await clickElement(question);
    expect(itemNames()).toContain("Wirklich beenden? 1 Fall wird zurückgenommen");
    expect(server.bodiesOf("finishTour")).toEqual([]);
  });

  it("a double click on the entry that ends a shift asks whether that is meant", async () => {
    const { server } = await openMenu();
    await clickElement(findByRole("menuitem", "Beenden"));
    await clickSecondTime(findByRole("menuitem", "Wirklich beenden"));
    expect(itemNames()).toContain("Wirklich beenden");
    expect(server.bodiesOf("finishTour")).toEqual([]);
  });

  it("what a crew does is changed, and changed back, in the version that the dispatcher sees", async () => {
    const { server, tour, changeMeanwhile } = await openMenu();
    await changeMeanwhile({ lock_version: 4 });
    server.answer({
      updateTourStartedSubState: ({ body: { started_sub_state, lock_version = 0 } }) => ({
        ...tour,
        started_sub_state,
        lock_version: lock_version + 1,
      }),
    });
    await clickElement(findByRole("menuitem", "Nimmt keine Fälle"));
    await clickElement(await waitUntil(() => findByRole("button", "Rückgängig")));
    await waitUntil(() =>
      expect(server.bodiesOf("updateTourStartedSubState")).toEqual([
        { started_sub_state: "NOT_TAKING_CASES", lock_version: 4 },
        { started_sub_state: "ACTIVE", lock_version: 5 },
      ]),
    );
  });

  it("a planned shift that another dispatcher changes while the menu is open is not deleted", async () => {
    const { server, tour, changeMeanwhile } = await openMenu(planned);
    server.answer({ getTour: () => tour });
    await changeMeanwhile({ lock_version: 4, users: [] });
    await clickElement(findByRole("menuitem", "Löschen"));
    await waitUntil(() => expect(pageText()).toContain("Die Tour wurde inzwischen geändert."));
    expect(server.bodiesOf("deleteScheduledTour")).toEqual([]);
  });

  it("the menu of a row closes when the row's last shift is deleted", async () => {
    const { tour } = await openMenu(planned);
    await actAndRender(() => entityStore.deleteTour(tour.id));
    await waitUntil(() => expect(findAllByRole("menu")).toEqual([]));
  });

  it("the menu of a row keeps its entries when the crew begins a break, and a choice from before names the former version", async () => {
    const { server, changeMeanwhile } = await openMenu();
    const entries = itemNames();
    await changeMeanwhile({ lock_version: 4, started_sub_state: "ON_A_BREAK" });
    expect(itemNames()).toEqual(entries);
    server.answer({ updateTourStartedSubState: createNeverSettlingPromise });
    await clickElement(findByRole("menuitem", "Nimmt keine Fälle"));
    await waitUntil(() =>
      expect(server.bodiesOf("updateTourStartedSubState")).toEqual([
        { started_sub_state: "NOT_TAKING_CASES", lock_version: 3 },
      ]),
    );
  });

  it("the menu of a row closes when its shift is started meanwhile", async () => {
    const { changeMeanwhile } = await openMenu(planned);
    await changeMeanwhile({ status: "STARTED", started_sub_state: "ACTIVE" });
    await waitUntil(() => expect(findAllByRole("menu")).toEqual([]));
  });
});
