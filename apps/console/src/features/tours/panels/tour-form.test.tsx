import { describe, expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { LONG_YEAR_FAULT, typeTimeOfLongYear } from "#shared/testing/long-year-testkit.ts";
import { clickElement, fillField, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleDescriptionOf, findByRole } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData, entityStore, storeTour } from "#live/store.ts";
import { aNumberedShift } from "../grid/timeline-testkit.tsx";
import { DuplicateTourForm } from "./duplicate-form.tsx";
import { TourForm } from "./tour-form.tsx";

const plannedShift = aNumberedShift(1, { plate: "G 101 BE", status: "SCHEDULED", started_at: null, lock_version: 3 });

describe("a shift that is changed", () => {
  it("a shift of which only the plan could be saved shows that plan, and can be saved again after the crew was refused", async () => {
    clearLiveData();
    storeTour(plannedShift);
    // Each change raises the lock version, and a request that names another one is refused, as by the API.
    let stored = plannedShift;
    const change = ({ lock_version }: { lock_version?: number | undefined }, changes: Partial<typeof stored> = {}) => {
      if (lock_version !== stored.lock_version) return new StubApiRefusal("LOCK_VERSION_CONFLICT");
      stored = { ...stored, ...changes, lock_version: lock_version + 1 };
      return stored;
    };
    const server = stubApiFetch({
      getUserInfo: () => aDispatcher({ grants: [] }),
      updateScheduledTour: ({ body }) => change(body, { name: body.name ?? null }),
      setScheduledTourUsers: () => new StubApiRefusal("REFERENCE_NOT_FOUND", ["field", "user_ids"]),
      setScheduledTourVehicles: ({ body }) => change(body),
    });
    let isSaved = false;
    const onDone = () => {
      isSaved = true;
    };
    await mountComponent(<TourForm request={{ is: "edit", tour: plannedShift }} onDone={onDone} />);
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => findByRole("alert"));
    expect(entityStore.tours.timeline(plannedShift.id)).toMatchObject({ name: "Spätdienst", lock_version: 4 });
    expect(isSaved).toBe(false);

    server.answer({ setScheduledTourUsers: ({ body }) => change(body) });
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isSaved).toBe(true));
    expect(server.bodiesOf("updateScheduledTour").map(({ lock_version }) => lock_version)).toEqual([3, 4]);
    expect(entityStore.tours.timeline(plannedShift.id)?.lock_version).toBe(7);
  });
});

describe("a shift with a year of more than four digits", () => {
  it("a planned shift whose times have a year of more than four digits is refused at those fields", async () => {
    const server = stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }) });
    await mountComponent(<TourForm request={{ is: "plan", day: "2026-11-21" }} onDone={() => undefined} />);
    const [start, end] = [findByRole("textbox", /^Beginn/), findByRole("textbox", /^Ende/)];
    await typeTimeOfLongYear(start);
    await typeTimeOfLongYear(end);
    await clickElement(findByRole("button", "Tour planen"));
    await waitUntil(() =>
      expect([start, end].map(accessibleDescriptionOf)).toEqual([LONG_YEAR_FAULT, LONG_YEAR_FAULT]),
    );
    expect(server.bodiesOf("createScheduledTour")).toEqual([]);
  });

  it("a shift is not duplicated to a year of more than four digits", async () => {
    const server = stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }) });
    await mountComponent(<DuplicateTourForm tour={plannedShift} onDone={() => undefined} />);
    const start = findByRole("textbox", /^Beginn/);
    await typeTimeOfLongYear(start);
    await clickElement(findByRole("button", "Duplizieren"));
    expect(accessibleDescriptionOf(start)).toBe(LONG_YEAR_FAULT);
    expect(server.bodiesOf("duplicateTour")).toEqual([]);
  });
});
