import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aBoardState, aCaseSummary } from "#live/board.fixture.ts";
import { forgetPositions, storePositions } from "#live/positions.ts";
import { endBoardTool } from "#shared/screen/escape.ts";
import { actAndRender, clickElement, mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { changeMapSettings } from "../map-settings.ts";
import { vehicleMapStatesOf } from "../overlay/vehicle-marks.ts";
import { LassoSelection } from "./lasso.tsx";
import { useLasso } from "./use-lasso.ts";

const now = "2026-11-21T11:00:00Z";
const place = { lat: 47.07, lon: 15.44 };
const board = aBoardState({ cases: [aCaseSummary({ source_lat: place.lat, source_lon: place.lon })] });
const wholeWorld = {
  unproject: ([lng, lat]: [number, number]) => ({ lng, lat }),
  getBounds: () => ({ contains: () => true }),
  on: () => ({ unsubscribe: () => undefined }),
};
beforeEach(() => {
  setFakeSystemTime(now);
  const still = { heading_degrees: null, speed_meters_per_second: null };
  storePositions([{ vehicle_id: "v1", ...place, ...still, fixed_at: now }]);
});
afterEach(() => {
  forgetPositions();
  changeMapSettings({ hidden: [] });
});

/** A map with one case and one vehicle, its button for the lasso, and a field of another part of the board. */
function MapWithLasso() {
  const { selection, control } = useLasso(() => undefined);
  const marks = vehicleMapStatesOf(board, Date.parse(now));
  const unused = { onSelect: () => undefined, onHover: () => undefined };
  return (
    <>
      {control.isLassoing && <LassoSelection map={wholeWorld} {...selection} {...{ board, marks, ...unused }} />}
      <button type="button" ref={control.lassoButton} onClick={control.onLasso}>
        Lasso an
      </button>
      <input aria-label="Suche" />
    </>
  );
}

async function openLasso() {
  await mountComponent(<MapWithLasso />);
  await clickElement(findByRole("button", "Lasso an"));
}
const isOpen = () => findAllByRole("button", "Ganzer Ausschnitt").length > 0;

describe("the lasso of the map", () => {
  it("the lasso that is closed by its own button gives the focus back to the button that opened it", async () => {
    await openLasso();
    const close = findByRole("button", "Schließen");
    await actAndRender(() => close.focus());
    await clickElement(close);
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(findByRole("button", "Lasso an"));
  });

  it("the lasso that is closed by Escape leaves the focus in another part of the board", async () => {
    await openLasso();
    await actAndRender(() => findByRole("textbox", "Suche").focus());
    await actAndRender(() => endBoardTool());
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(findByRole("textbox", "Suche"));
  });

  it("the lasso finds nothing on a layer that is switched off, and finds it again when it is switched on", async () => {
    await openLasso();
    await actAndRender(() => changeMapSettings({ hidden: ["vehicles"] }));
    await clickElement(findByRole("button", "Ganzer Ausschnitt"));
    expect(pageText()).toContain("1 offener Fall · 0 Fahrzeuge");
    await actAndRender(() => changeMapSettings({ hidden: ["cases"] }));
    expect(pageText()).toContain("0 offene Fälle · 1 Fahrzeug");
    await actAndRender(() => changeMapSettings({ hidden: [] }));
    expect(pageText()).toContain("1 offener Fall · 1 Fahrzeug");
  });
});
