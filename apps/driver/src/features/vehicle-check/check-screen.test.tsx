import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OutboxContent, OutboxRow } from "#outbox/outbox-row.ts";
import type { PhotoRow } from "#photos/photo-row.ts";
import type { PlannedVehicleCheck } from "#shared/route.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { unsealValue } from "#vault/seal.ts";
import { finishTour } from "#work/act.ts";
import { draftStore, vehicleCheckDraftId } from "#work/drafts.ts";
import { resetMemory } from "#work/memory.ts";
import { driverDb, requireDeviceKey } from "#work/phone.ts";
import { vehicleCheckTemplates } from "#work/vehicle-templates.ts";
import check from "../../../messages/de/check.json";
import frame from "../../../messages/de/frame.json";
import photos from "../../../messages/de/photos.json";
import { VehicleCheckScreen } from "./check-screen.tsx";
import { CHECK_MILEAGE_FIELD, checkNoteFieldName, checkResultFieldName } from "./check-values.ts";

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

let testRoot: Root;
let stored: PhotoRow[];
let written: Omit<OutboxRow, "seq">[];
let decode: (bitmap: unknown) => void;

// Node has no IndexedDB, so lists replace the tables of photos and entries; neither has it pictures.
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const key = await createDeviceKey();
  vi.stubGlobal("CryptoKey", key.constructor);
  [stored, written] = [[], []];
  vi.spyOn(driverDb.keys, "get").mockResolvedValue({ name: "device", key } as never);
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  const found = {
    and: () => found,
    count: async () => 0,
    modify: async () => 0,
    primaryKeys: async () => stored.map(({ id }) => id),
  };
  for (const table of [driverDb.photos, driverDb.outbox])
    vi.spyOn(table, "where").mockReturnValue({ equals: () => found, anyOf: () => found } as never);
  vi.spyOn(driverDb.outbox, "filter").mockReturnValue(found as never);
  vi.spyOn(driverDb.photos, "toArray").mockImplementation((async () => stored) as never);
  vi.spyOn(driverDb.photos, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb.photos, "put").mockImplementation((async (row: PhotoRow) => stored.push(row)) as never);
  vi.spyOn(driverDb.pictures, "put").mockResolvedValue("" as never);
  for (const table of [driverDb.photos, driverDb.pictures, driverDb.drafts])
    vi.spyOn(table, "bulkDelete").mockResolvedValue(undefined as never);
  vi.spyOn(driverDb.drafts, "delete").mockResolvedValue(undefined);
  vi.spyOn(driverDb.outbox, "bulkAdd").mockImplementation((async (rows: typeof written) =>
    written.push(...rows)) as never);
  vi.stubGlobal("createImageBitmap", () => new Promise((resolve) => (decode = resolve)));
  vi.stubGlobal("OffscreenCanvas", CanvasOfTests);
  vehicleCheckTemplates.set([template]);
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

class CanvasOfTests {
  getContext = () => ({ drawImage: () => undefined });
  convertToBlob = async () => new Blob(["picture"]);
}

async function show(planned: PlannedVehicleCheck) {
  draftStore.set({ [vehicleCheckDraftId(planned)]: { fields: defect } });
  await act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={{ check, frame, photos }}>
        <VehicleCheckScreen check={planned} />
      </IntlProvider>,
    ),
  );
}

async function takePhoto() {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  Object.defineProperty(input, "files", { value: [new File(["raw"], "defect.jpg")], configurable: true });
  await act(async () => void input?.dispatchEvent(new Event("change", { bubbles: true })));
}

const save = () => act(async () => document.querySelector<HTMLButtonElement>("button.primary")?.click());

it("a check that is saved while the photo of its defect is still being shrunk waits for the photo and names it", async () => {
  await show(endCheck);
  await takePhoto();
  await save();
  expect(written).toEqual([]);
  await act(async () => {
    decode({ width: 4, height: 3, close: () => undefined });
    await vi.waitFor(() => expect(written).toHaveLength(1));
  });
  const [row] = written;
  const content = row && (await unsealValue<OutboxContent>(await requireDeviceKey(), row.content));
  expect(content?.body).toMatchObject({ items: [{ template_id: template.id, photo_ids: [stored[0]?.id] }] });
});

it("a shift that begins without the check that was typed leaves no check for the next shift", async () => {
  await show(startCheck);
  await act(async () => {
    document.querySelector<HTMLButtonElement>(".actions button")?.click();
    await vi.waitFor(() => expect(draftStore.get()).toEqual({}));
  });
  expect(written).toHaveLength(1);
});

it("the end of a shift deletes the photo of a check that was not saved, so that the next check begins without it", async () => {
  await show(endCheck);
  await takePhoto();
  await act(async () => {
    decode({ width: 4, height: 3, close: () => undefined });
    await vi.waitFor(() => expect(stored).toHaveLength(1));
  });
  await act(() => finishTour(tour_id, 3));
  for (const table of [driverDb.photos, driverDb.pictures])
    expect(table.bulkDelete).toHaveBeenCalledWith([stored[0]?.id]);
});
