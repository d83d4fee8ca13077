/** Tests of the map with objects on layers that are switched off. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { aBoardState, aCaseSummary } from "#live/board.fixture.ts";
import { forgetPositions, storePositions } from "#live/positions.ts";
import { actAndRender, clickElement, mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { EmptyMapNotice } from "./empty-map-notice.tsx";
import { changeMapSettings } from "./map-settings.ts";
import { type FittableMap, useFitCamera } from "./overlay/use-fitting.ts";
import { vehicleMapStatesOf } from "./overlay/vehicle-marks.ts";

const now = "2026-11-21T11:00:00Z";
const [graz, vienna] = [
  { lat: 47.07, lon: 15.44 },
  { lat: 48.21, lon: 16.37 },
];
const board = aBoardState({ cases: [aCaseSummary({ source_lat: graz.lat, source_lon: graz.lon })] });
const marks = vehicleMapStatesOf(board, Date.parse(now));
beforeEach(() => {
  setFakeSystemTime(now);
  const still = { heading_degrees: null, speed_meters_per_second: null };
  storePositions([{ vehicle_id: "v1", ...vienna, ...still, fixed_at: now }]);
});
afterEach(() => {
  forgetPositions();
  changeMapSettings({ hidden: [] });
});

it("the map is fitted to what is on the layers that are switched on", async () => {
  const fitted: unknown[] = [];
  const map: FittableMap = {
    fitBounds: (bounds) => fitted.push(bounds),
    setPadding: () => undefined,
    getPadding: () => ({}),
    getZoom: () => 8,
    project: () => ({ x: 0, y: 0 }),
    getCanvas: () => ({ clientWidth: 800, clientHeight: 600 }),
  };
  const view = { tab: "open", days: 1 } as const;
  function FitButton() {
    const content = { board, view, marks, coveredPixels: 0, onRequest: () => undefined };
    const { fit } = useFitCamera({ is: "ready", map, hasKeptCamera: true }, content);
    return (
      <button type="button" onClick={fit}>
        Alles zeigen
      </button>
    );
  }
  await mountComponent(<FitButton />);
  const fit = () => clickElement(findByRole("button", "Alles zeigen"));
  await fit();
  await actAndRender(() => changeMapSettings({ hidden: ["vehicles"] }));
  await fit();
  await actAndRender(() => changeMapSettings({ hidden: ["cases"] }));
  await fit();
  expect(fitted).toEqual([
    [graz.lon, graz.lat, vienna.lon, vienna.lat],
    [graz.lon, graz.lat, graz.lon, graz.lat],
    [vienna.lon, vienna.lat, vienna.lon, vienna.lat],
  ]);
});

it("the map says that it is empty when all that there is lies on layers that are switched off", async () => {
  forgetPositions();
  await mountComponent(<EmptyMapNotice board={board} />);
  expect(findAllByRole("status")).toEqual([]);
  await actAndRender(() => changeMapSettings({ hidden: ["cases"] }));
  expect(findByRole("status").textContent).toMatch(/^Auf den eingeschalteten Ebenen/);
});

it("the map without cases and positions says so, whichever layers are switched on", async () => {
  forgetPositions();
  changeMapSettings({ hidden: ["areas"] });
  await mountComponent(<EmptyMapNotice board={aBoardState()} />);
  expect(findByRole("status").textContent).toBe("Keine Fälle und keine Standorte von Fahrzeugen.");
});
