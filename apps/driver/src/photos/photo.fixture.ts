import { fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import type { PhotoMetadata, BasePhotoMetadata } from "./photo-row.ts";

const morningMs = Date.parse("2026-03-02T08:00:00Z");
let photoCount = 0;

/** A photo of a case; each is taken a second after the previous one. */
export const aPhoto = (changes: Partial<BasePhotoMetadata> = {}): PhotoMetadata => ({
  case_id: fixtureCaseId,
  tour_id: fixtureTourId,
  ...aPhotoState(changes),
});

/** A photo of a vehicle's defect. */
export const aPhotoOfVehicle = (changes: Partial<BasePhotoMetadata> = {}): PhotoMetadata => ({
  vehicle_id: "3e2d1c0b-a998-4877-b655-44332211ff01",
  template_id: "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a01",
  ...aPhotoState({ subject: "defect", ...changes }),
});

function aPhotoState(changes: Partial<BasePhotoMetadata>): BasePhotoMetadata {
  photoCount++;
  return {
    id: `00000000-0000-4000-8000-${String(photoCount).padStart(12, "0")}`,
    user_id: "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002",
    subject: "other",
    taken_at: morningMs + photoCount * 1_000,
    offset: 0,
    size: 400_000,
    status: "waiting",
    refusal: null,
    announced_by: null,
    ...changes,
  };
}
