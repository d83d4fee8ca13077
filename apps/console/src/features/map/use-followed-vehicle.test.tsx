import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { aBoardState, aBoardTour } from "#live/board.fixture.ts";
import { forgetPositions, storePositions } from "#live/positions.ts";
import type { BoardView } from "#shared/state/board-view.ts";
import { actAndRender, clickElement, mountComponent } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { useFitCamera } from "./overlay/use-fitting.ts";
import { type DraggableMap, selectedVehicleOf, useFollowedVehicle } from "./use-followed-vehicle.ts";

const board = aBoardState({ tours: [aBoardTour({ tour_id: "t1", vehicle_ids: ["v1"] })] });
const boardWithoutVehicle = aBoardState({ vehicle_ids: [] });
const noMarks = new Map<string, never>();

/** Selections that a dispatcher makes elsewhere on the board. */
const selections: Readonly<Record<string, Partial<BoardView>>> = {
  "Fahrzeug 1": { vehicle: "v1" },
  "Fahrzeug 2": { vehicle: "v2" },
  "Seine Tour": { tour: "t1" },
  "Ein Fall": { case: "c1" },
  Nichts: {},
};

/** The controls of the map that concern following. */
function FollowControls({ map }: { readonly map: DraggableMap | undefined }) {
  const [selected, setSelected] = useState("Fahrzeug 1");
  const [hasLeft, setLeft] = useState(false);
  const view: BoardView = { tab: "open", days: 1, ...selections[selected] };
  const [followed, setFollowed] = useFollowedVehicle(
    map,
    selectedVehicleOf(view, hasLeft ? boardWithoutVehicle : board),
  );
  const { fit, locate } = useFitCamera(
    { is: "loading" },
    { board, view, marks: noMarks, coveredPixels: 0, onRequest: () => setFollowed(undefined) },
  );
  const buttons = { "Alles zeigen": fit, "Zur Auswahl": () => locate?.(), Ausmustern: () => setLeft(true) };
  return (
    <>
      <button type="button" aria-pressed={followed === "v1"} onClick={() => setFollowed("v1")}>
        Folgen
      </button>
      {Object.entries(buttons).map(([name, press]) => (
        <button key={name} type="button" onClick={press}>
          {name}
        </button>
      ))}
      {Object.keys(selections).map((name) => (
        <button key={name} type="button" onClick={() => setSelected(name)}>
          {name}
        </button>
      ))}
    </>
  );
}
const press = (name: string) => clickElement(findByRole("button", name));
const isFollowed = () => findByRole("button", "Folgen").getAttribute("aria-pressed") === "true";
const follow = async (map?: DraggableMap) => {
  await mountComponent(<FollowControls map={map} />);
  await press("Folgen");
  expect(isFollowed()).toBe(true);
};
afterEach(forgetPositions);

it.each(["Fahrzeug 2", "Ein Fall", "Nichts"])(
  "the map follows a vehicle no longer once something else is selected, also when it is selected again: %s",
  async (other) => {
    await follow();
    await press(other);
    expect(isFollowed()).toBe(false);
    await press("Fahrzeug 1");
    expect(isFollowed()).toBe(false);
  },
);

it("the map goes on following a vehicle when its tour is selected", async () => {
  await follow();
  await press("Seine Tour");
  expect(isFollowed()).toBe(true);
});

it.each(["Alles zeigen", "Zur Auswahl"])("the map follows a vehicle no longer once it was told: %s", async (button) => {
  const place = { lat: 47.07, lon: 15.44, heading_degrees: null, speed_meters_per_second: null };
  storePositions([{ vehicle_id: "v1", ...place, fixed_at: "2026-11-21T11:00:00Z" }]);
  await follow();
  await press(button);
  expect(isFollowed()).toBe(false);
});

it("the map follows a vehicle no longer once it has left the board, because its card is gone too", async () => {
  await follow();
  await press("Ausmustern");
  expect(isFollowed()).toBe(false);
});

it.each([
  { key: "ArrowLeft", goesOn: false },
  { key: "ArrowDown", goesOn: false },
  { key: "+", goesOn: true },
])("the map goes on following a vehicle after the key $key on the map: $goesOn", async ({ key, goesOn }) => {
  const canvas = document.createElement("div");
  await follow({ on: () => ({ unsubscribe: () => undefined }), getCanvasContainer: () => canvas });
  await actAndRender(() => canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
  expect(isFollowed()).toBe(goesOn);
});
