import { describe, expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { clickElement, fillField, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData, entityStore, storeTour } from "#live/store.ts";
import { aNumberedShift } from "../grid/timeline-testkit.tsx";
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
