import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchLazyScreens } from "#shared/later.tsx";
import { type AppRoute, currentRoute, type ShiftStart } from "#shared/route.ts";
import { fixtureTourId } from "#outbox/row.fixture.ts";
import { resetMemory } from "#work/memory.ts";
import { driverDb } from "#work/phone.ts";
import { shiftStore } from "#work/shift.ts";
import check from "../../messages/de/check.json";
import frame from "../../messages/de/frame.json";
import shift from "../../messages/de/shift.json";
import { UnlockedApp } from "./work.tsx";

const vehicle = { id: "3e2d1c0b-a998-4877-b655-44332211ff01", license_plate: "G-1", description: "Bestattungswagen" };
const start: ShiftStart = { by: "tour", id: fixtureTourId, seen: 3, vehicle_id: vehicle.id };
const aTour = (status: "SCHEDULED" | "STARTED") =>
  ({ id: fixtureTourId, status, started_sub_state: "ACTIVE", vehicle_device_associations: [] }) as never;
const showShift = (status: "SCHEDULED" | "STARTED") =>
  shiftStore.set({ isKnown: true, tours: [aTour(status)], cases: [], entries: [], messages: [] });

let testRoot: Root;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // Neither a database nor a server is there.
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb.keys, "get").mockResolvedValue(undefined);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  // Another window of the app rings.
  const locks = { request: () => Promise.resolve() };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  await prefetchLazyScreens();
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

async function titleAt(at: AppRoute): Promise<string | undefined> {
  currentRoute.set(at);
  await act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={{ check, frame, shift }} onError={() => undefined}>
        <UnlockedApp />
      </IntlProvider>,
    ),
  );
  return document.querySelector("h1")?.firstChild?.textContent ?? undefined;
}

it.each<[string, AppRoute, string]>([
  ["choice of a vehicle", { is: "vehicle", start }, shift.vehicle],
  ["check before the shift", { is: "check", check: { phase: "START", vehicle, tour_id: null, start } }, check.title],
])(
  "the %s is there before the shift, and when the driver goes back to it on the tour the tour is shown",
  async (...[, at, title]) => {
    showShift("SCHEDULED");
    expect(await titleAt(at)).toBe(title);
    await act(async () => showShift("STARTED"));
    expect(await titleAt(at)).toBe(shift.my_tour);
  },
);

it("the check at the end of a shift is shown while the shift lasts", async () => {
  showShift("STARTED");
  expect(await titleAt({ is: "check", check: { phase: "END", vehicle, tour_id: fixtureTourId } })).toBe(check.title);
});
