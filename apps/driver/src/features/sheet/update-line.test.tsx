import type { Store } from "@leitstand/app/store";
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import frame from "../../../messages/de/frame.json";
import type { PhotoMetadata } from "#photos/photo-row.ts";
import { aPhotoOfVehicle } from "#photos/photo.fixture.ts";
import { mountPhoneTest } from "#shared/testing/phone-testkit.tsx";
import { waitingServiceWorkerStore } from "#shared/update.ts";
import { driverDb } from "#work/phone.ts";
import { plannedEntryCount, refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";
import { AppUpdateLine } from "./update-line.tsx";

const phone = mountPhoneTest({ frame });
let storedCount: number;

beforeEach(() => {
  // Each test says how many entries are unsent.
  vi.spyOn(driverDb.outbox, "filter").mockReturnValue({ count: async () => storedCount } as never);
  vi.spyOn(driverDb.photos, "filter").mockReturnValue({ count: async () => 0 } as never);
  waitingServiceWorkerStore.set({ state: "installed" } as ServiceWorker);
});

it.each<[string, Store<number>]>([
  ["unsent entry", unsentEntryCount],
  ["planned entry", plannedEntryCount],
  ["refused entry", refusedEntryCount],
])("the driver app's sheet offers a new version as soon as the last %s is gone", async (_, count) => {
  storedCount = 1;
  count.set(1);
  await phone.show(<AppUpdateLine />);
  expect(document.querySelector("button")).toBeNull();
  storedCount = 0;
  await act(async () => count.set(0));
  expect(document.querySelector("button")?.textContent).toContain(frame.update_now);
});

it("a photo of a vehicle check that was not saved holds no new version of the driver app", async () => {
  storedCount = 0;
  const draft = aPhotoOfVehicle({ status: "draft" });
  vi.spyOn(driverDb.photos, "filter").mockImplementation(((fits: (photo: PhotoMetadata) => boolean) => ({
    count: async () => [draft].filter(fits).length,
  })) as never);
  await phone.show(<AppUpdateLine />);
  expect(document.querySelector("button")?.textContent).toContain(frame.update_now);
});
