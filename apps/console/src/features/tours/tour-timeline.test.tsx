import { describe, expect, it } from "vitest";
import { createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { clickElement, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise, StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { clearLiveData } from "#live/store.ts";
import {
  aNumberedTimelineCase,
  aNumberedShift,
  listTimelineBarNames,
  mountTestTimeline,
  openTestTimeline,
} from "./grid/timeline-testkit.tsx";

const tourWithCase = aNumberedShift(1, { plate: "G 101 BE", open_cases: [aNumberedTimelineCase(1)] });

/** Opens a timeline whose server has the given answer about tours. */
async function openTimelineWith(getTours: Parameters<typeof stubApiFetch>[0]["getTours"], grants: string[] = []) {
  clearLiveData();
  setFakeSystemTime("2026-11-21T08:30:00Z");
  const server = stubApiFetch({ getUserInfo: () => aDispatcher({ grants }), ...(getTours ? { getTours } : {}) });
  await mountTestTimeline();
  return server;
}

describe("the timeline", () => {
  it("the timeline says that tours are loading when that takes longer than a moment", async () => {
    await openTimelineWith(createNeverSettlingPromise);
    await waitUntil(() => findByRole("status", "Touren werden geladen"));
    expect(findAllByRole("treegrid")).toEqual([]);
  });

  it("the timeline says why tours could not be read, and shows them after a retry", async () => {
    const server = await openTimelineWith(
      () => new StubApiRefusal("REQUEST_PARAMETER_INVALID", ["parameter", "from"], ["rule", "x"]),
    );
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("REQUEST_PARAMETER_INVALID"));
    server.answer({ getTours: () => createOnePageAnswer("tours", [tourWithCase]) });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => expect(listTimelineBarNames()).toHaveLength(1));
    expect(findAllByRole("alert")).toEqual([]);
  });

  it("the timeline says that a day has no tours, and offers to plan one", async () => {
    await openTimelineWith(() => createOnePageAnswer("tours", []), ["createTour"]);
    await waitUntil(() => expect(pageText()).toContain("Keine Fahrzeuge und keine Touren an diesem Tag."));
    expect(findAllByRole("button", "Tour planen")).not.toEqual([]);
  });

  it("the timeline requests the tours of a day from midnight to midnight in Vienna", async () => {
    const asked: (string | null)[] = [];
    await openTimelineWith(({ query }) => {
      asked.push(query.get("from"), query.get("to"));
      return createOnePageAnswer("tours", []);
    });
    await waitUntil(() => expect(asked).toEqual(["2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"]));
  });

  it("the timeline reads all pages of a day that has many tours", async () => {
    const rows = [1, 2, 3].map((number) => aNumberedShift(number, { plate: `G 10${number} BE` }));
    await openTimelineWith(({ query }) => {
      const page = Number(query.get("page"));
      return { meta: { page, size: 1, total_elements: 3, total_pages: 3 }, tours: rows.slice(page, page + 1) };
    });
    await waitUntil(() => expect(findAllByRole("rowheader", /^Fahrzeug/)).toHaveLength(3));
  });

  it("the timeline counts vehicles and cases of the day", async () => {
    await openTestTimeline({ tours: [tourWithCase, aNumberedShift(2, { plate: "G 102 BE" })] });
    expect(findByRole("toolbar").textContent).toContain("2 Fahrzeuge · 1 Fall");
  });

  it("the timeline goes to the next day, and back to today", async () => {
    const { view } = await openTestTimeline({ tours: [tourWithCase] });
    await clickElement(findByRole("button", "Später"));
    expect(view().day).toBe("2026-11-22");
    await waitUntil(() => expect(findByRole("toolbar").textContent).toContain("So., 22.11."));
    await clickElement(findByRole("button", "Heute"));
    expect(view().day).toBeUndefined();
  });

  it("the timeline offers to plan a tour only to users who may", async () => {
    await openTimelineWith(() => createOnePageAnswer("tours", [tourWithCase]));
    await waitUntil(() => findByRole("treegrid"));
    expect(findAllByRole("button", "Tour planen")).toEqual([]);
  });
});
