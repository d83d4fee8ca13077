import { act, type ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import caseTexts from "../../messages/de/case.json";
import device from "../../messages/de/device.json";
import frame from "../../messages/de/frame.json";
import passing_on from "../../messages/de/passing_on.json";
import photos from "../../messages/de/photos.json";
import positions from "../../messages/de/positions.json";
import shift from "../../messages/de/shift.json";
import states from "../../messages/de/states.json";
import { CaseScreen } from "#features/case/case-screen.tsx";
import { NoteForm } from "#features/case/forms/note-form.tsx";
import { ShiftEndScreen } from "#features/shift/end-screen.tsx";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import { draftStore } from "#work/drafts.ts";
import { driverDb } from "#work/phone.ts";
import { shiftStore } from "#work/shift.ts";
import type { DriverTour } from "#work/shown-shift.ts";
import { TapButton } from "./tap-button.tsx";
import { buttonWithText, mountPhoneTest } from "./testing/phone-testkit.tsx";

const testTexts = { case: caseTexts, device, frame, passing_on, photos, positions, shift, states };
const link = aTourCaseLink("ARRIVED", { actions: ["UNDO"], arrived_at: new Date(8_000).toISOString() });
const shown = aCaseWithLink("FUNERAL", link);
const tour = {
  id: fixtureTourId,
  status: "STARTED",
  started_sub_state: "ACTIVE",
  started_at: null,
  lock_version: 1,
  vehicle_device_associations: [],
} as unknown as DriverTour;

describe("taps in quick succession", () => {
  const { show } = mountPhoneTest(testTexts);
  beforeEach(() => {
    vi.spyOn(Date, "now").mockReturnValue(9_000);
    shiftStore.set({ ...shiftStore.get(), tours: [tour] });
    draftStore.set({ [fixtureCaseId]: { fields: { note: "Schlüssel beim Portier" } } });
  });

  /** Taps twice before the screen can be drawn again. */
  const tapTwice = (text: string) =>
    act(async () => {
      for (let taps = 0; taps < 2; taps++) buttonWithText(text)?.click();
    });

  it.each<[string, string, ReactNode]>([
    ["the end of a shift", "Senden und beenden", <ShiftEndScreen key="end" tour={tour} />],
    ["a note", "Speichern", <NoteForm key="note" shown={shown} link={link} tour_id={fixtureTourId} />],
    ["an undone step", "Rückgängig", <CaseScreen key="case" shown={shown} tour_id={fixtureTourId} />],
  ])("a double tap writes one entry into the phone's outbox: %s", async (_what, text, screen) => {
    // Each entry is sealed by the phone's key, which is read first, and does not arrive here.
    const readKey = vi.spyOn(driverDb.keys, "get").mockReturnValue(new Promise(() => undefined) as never);
    await show(screen);
    readKey.mockClear();
    await tapTwice(text);
    expect(readKey).toHaveBeenCalledTimes(1);
    expect(buttonWithText(text)?.getAttribute("aria-busy")).toBe("true");
  });

  it("a button works again after the work of its last tap has ended", async () => {
    const work = vi.fn(() => Promise.resolve());
    await show(
      <TapButton className="small" onClick={work}>
        Speichern
      </TapButton>,
    );
    await tapTwice("Speichern");
    await tapTwice("Speichern");
    expect(work).toHaveBeenCalledTimes(2);
  });
});
