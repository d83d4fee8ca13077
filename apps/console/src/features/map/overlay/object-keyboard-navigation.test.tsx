import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { aBoardState, aCaseSummary } from "#live/board.fixture.ts";
import { forgetPositions, storePositions } from "#live/positions.ts";
import { clickElement, mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { changeMapSettings } from "../map-settings.ts";
import type { MapObjectRef } from "./map-object.ts";
import { MapObjectKeyboardNavigation } from "./object-keyboard-navigation.tsx";
import { vehicleMapStatesOf } from "./vehicle-marks.ts";

const now = "2026-11-21T11:00:00Z";
const wholeWorld = { getBounds: () => ({ contains: () => true }) };
afterEach(() => {
  forgetPositions();
  changeMapSettings({ hidden: [] });
});

/** Goes to the first object on a map with one vehicle. */
async function goToVehicle({ fixed_at = now, due_at = null }: { fixed_at?: string; due_at?: string | null }) {
  setFakeSystemTime(now);
  const place = { lat: 47.07, lon: 15.44, heading_degrees: null, speed_meters_per_second: null };
  storePositions([{ vehicle_id: "v1", ...place, fixed_at }]);
  const board = aBoardState({ cases: [aCaseSummary({ due_at, state: "STARTED", on: [["t1", "STARTED"]] })] });
  function Walk() {
    const [hovered, setHovered] = useState<MapObjectRef>();
    const marks = vehicleMapStatesOf(board, Date.parse(now));
    const walk = { map: wholeWorld, board, marks, hovered, onHover: setHovered, onSelect: () => undefined };
    return <MapObjectKeyboardNavigation {...walk} />;
  }
  await mountComponent(<Walk />);
  await clickElement(findByRole("button", "Nächstes Objekt"));
}

it.each([
  [{}, "Fahrzeug G v1, Unterwegs, 1 von 1"],
  [{ due_at: "2026-11-21T10:59:00Z" }, "Fahrzeug G v1, Unterwegs, Alarm, verspätet, 1 von 1"],
  [{ fixed_at: "2026-11-21T10:54:00Z" }, "Fahrzeug G v1, Unterwegs, Standort über 5 min alt, 1 von 1"],
])("the keyboard on the map announces a vehicle with its alarm and with an old position: %o", async (given, text) => {
  await goToVehicle(given);
  expect(pageText()).toContain(text);
});

it("the keyboard on the map passes over the vehicles while their layer is switched off", async () => {
  changeMapSettings({ hidden: ["vehicles"] });
  await goToVehicle({});
  expect(pageText()).not.toContain("Fahrzeug G v1");
});
