import type { Store } from "@leitstand/app/store";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import frame from "../../../messages/de/frame.json";
import type { PhotoFacts } from "#photos/photo-row.ts";
import { aPhotoOfVehicle } from "#photos/photo.fixture.ts";
import { waitingAppVersion } from "#shared/update.ts";
import { driverDb } from "#work/phone.ts";
import { plannedEntryCount, refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";
import { AppUpdateLine } from "./update-line.tsx";

let testRoot: Root;
let storedCount: number;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // Node has no IndexedDB, so each test says how many entries are unsent.
  vi.spyOn(driverDb.outbox, "filter").mockReturnValue({ count: async () => storedCount } as never);
  vi.spyOn(driverDb.photos, "filter").mockReturnValue({ count: async () => 0 } as never);
  waitingAppVersion.set({ state: "installed" } as ServiceWorker);
  testRoot = createRoot(document.body.appendChild(document.createElement("ul")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each<[string, Store<number>]>([
  ["unsent entry", unsentEntryCount],
  ["planned entry", plannedEntryCount],
  ["refused entry", refusedEntryCount],
])("the driver app's sheet offers a new version as soon as the last %s is gone", async (_, count) => {
  storedCount = 1;
  count.set(1);
  await act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={{ frame }}>
        <AppUpdateLine />
      </IntlProvider>,
    ),
  );
  expect(document.querySelector("button")).toBeNull();
  storedCount = 0;
  await act(async () => count.set(0));
  expect(document.querySelector("button")?.textContent).toContain(frame.update_now);
});

it("a photo of a vehicle check that was not saved holds no new version of the driver app", async () => {
  storedCount = 0;
  const draft = aPhotoOfVehicle({ status: "draft" });
  vi.spyOn(driverDb.photos, "filter").mockImplementation(((fits: (photo: PhotoFacts) => boolean) => ({
    count: async () => [draft].filter(fits).length,
  })) as never);
  await act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={{ frame }}>
        <AppUpdateLine />
      </IntlProvider>,
    ),
  );
  expect(document.querySelector("button")?.textContent).toContain(frame.update_now);
});
