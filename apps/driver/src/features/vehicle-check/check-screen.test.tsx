import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { PlannedVehicleCheck } from "#shared/route.ts";
import { mountPhoneTest, readOutboxContents, tapElement } from "#shared/testing/phone-testkit.tsx";
import { finishTour } from "#work/act.ts";
import { draftStore, vehicleCheckDraftId } from "#work/drafts.ts";
import { vehicleCheckTemplates } from "#work/vehicle-templates.ts";
import check from "../../../messages/de/check.json";
import frame from "../../../messages/de/frame.json";
import photos from "../../../messages/de/photos.json";
import { VehicleCheckScreen } from "./check-screen.tsx";
import { CHECK_MILEAGE_FIELD, checkNoteFieldName, checkResultFieldName } from "./check-values.ts";

const phone = mountPhoneTest({ check, frame, photos });
const template = { id: "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a01", title: "Reifen", description: null };
const vehicle = { id: "3e2d1c0b-a998-4877-b655-44332211ff01", license_plate: "G-1", description: "Bestattungswagen" };
const tour_id = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";
const defect = {
  [checkResultFieldName(template.id)]: "DEFECT",
  [checkNoteFieldName(template.id)]: "Profil zu flach",
  [CHECK_MILEAGE_FIELD]: "128412",
};
const startCheck: PlannedVehicleCheck = {
  phase: "START",
  vehicle,
  tour_id,
  start: { by: "tour", id: tour_id, seen: 3 },
};
const endCheck: PlannedVehicleCheck = { phase: "END", vehicle, tour_id };

let decode: (bitmap: unknown) => void;
// Node has no pictures.
beforeEach(() => {
  vi.stubGlobal("createImageBitmap", () => new Promise((resolve) => (decode = resolve)));
  vi.stubGlobal("OffscreenCanvas", CanvasOfTests);
  vehicleCheckTemplates.set([template]);
});

class CanvasOfTests {
  getContext = () => ({ drawImage: () => undefined });
  convertToBlob = async () => new Blob(["picture"]);
}

async function show(planned: PlannedVehicleCheck) {
  draftStore.set({ [vehicleCheckDraftId(planned)]: { fields: defect } });
  await phone.show(<VehicleCheckScreen check={planned} />);
}

async function takePhoto() {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  Object.defineProperty(input, "files", { value: [new File(["raw"], "defect.jpg")], configurable: true });
  await act(async () => void input?.dispatchEvent(new Event("change", { bubbles: true })));
}

/** Shrinks the photo that was taken, and waits for what follows. */
const shrinkPhoto = (happens: () => void) =>
  act(async () => {
    decode({ width: 4, height: 3, close: () => undefined });
    await vi.waitFor(happens);
  });

it("a check that is saved while the photo of its defect is still being shrunk waits for the photo and names it", async () => {
  await show(endCheck);
  await takePhoto();
  await tapElement(document.querySelector<HTMLButtonElement>("button.primary"));
  expect(phone.outbox).toEqual([]);
  await shrinkPhoto(() => expect(phone.outbox).toHaveLength(1));
  const [content] = await readOutboxContents();
  expect(content?.body).toMatchObject({ items: [{ template_id: template.id, photo_ids: [phone.photos[0]?.id] }] });
});

it("a shift that begins without the check that was typed leaves no check for the next shift", async () => {
  await show(startCheck);
  await tapElement(document.querySelector<HTMLButtonElement>(".actions button"), () =>
    expect(draftStore.get()).toEqual({}),
  );
  expect(phone.outbox).toHaveLength(1);
});

it("the end of a shift deletes the photo of a check that was not saved, so that the next check begins without it", async () => {
  await show(endCheck);
  await takePhoto();
  await shrinkPhoto(() => expect(phone.pictures).toHaveLength(1));
  await act(() => finishTour(tour_id, 3));
  expect([phone.photos, phone.pictures]).toEqual([[], []]);
});
