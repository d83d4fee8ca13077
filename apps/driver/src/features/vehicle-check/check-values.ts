import type { OutboxContent } from "#outbox/outbox-row.ts";
import { isCasePhoto, type PhotoMetadata } from "#photos/photo-row.ts";
import { parseMileage } from "@leitstand/app/mileage";
import type { PlannedVehicleCheck } from "#shared/route.ts";
import type { VehicleCheckTemplate } from "#work/vehicle-templates.ts";

/** Fields on the screen of a check by name, as they are stored while they are typed. */
export type VehicleCheckFields = Readonly<Record<string, string>>;

export const checkResultFieldName = (template_id: string) => `result ${template_id}`;
export const checkNoteFieldName = (template_id: string) => `note ${template_id}`;
export const CHECK_MILEAGE_FIELD = "mileage";
const MILEAGE_MAX = 9_999_999;
export const CHECK_NOTE_LENGTH_MAX = 500;

/** The first field that is missing; undefined when the check is complete. */
export function firstMissingCheckField(
  templates: readonly VehicleCheckTemplate[],
  fields: VehicleCheckFields,
): string | undefined {
  for (const { id } of templates) {
    if (!fields[checkResultFieldName(id)]) return checkResultFieldName(id);
    if (isDefectReported(fields, id) && !fields[checkNoteFieldName(id)]?.trim()) return checkNoteFieldName(id);
  }
  return parseCheckMileage(fields) === undefined ? CHECK_MILEAGE_FIELD : undefined;
}

export const isDefectReported = (fields: VehicleCheckFields, template_id: string) =>
  fields[checkResultFieldName(template_id)] === "DEFECT";

/** Kilometres of the mileage in the form; undefined where none was typed, or something else. */
export const parseCheckMileage = (fields: VehicleCheckFields): number | undefined =>
  parseMileage(fields[CHECK_MILEAGE_FIELD], MILEAGE_MAX);

/** Photos taken for the check that is on the screen. */
export const photosOfCheckItem = (photos: readonly PhotoMetadata[], vehicle_id: string, template_id: string) =>
  photos.filter(
    (photo) =>
      photo.status === "draft" &&
      !isCasePhoto(photo) &&
      photo.vehicle_id === vehicle_id &&
      photo.template_id === template_id,
  );
const draftPhotoIds = (photos: readonly PhotoMetadata[]) =>
  photos.length === 0 ? {} : { photo_ids: photos.map(({ id }) => id) };

/** Content of a complete check for the outbox. */
export const vehicleCheckContent = (
  { vehicle, tour_id, phase }: PlannedVehicleCheck,
  templates: readonly VehicleCheckTemplate[],
  { fields, photos }: { readonly fields: VehicleCheckFields; readonly photos: readonly PhotoMetadata[] },
): OutboxContent => ({
  op: "createVehicleCheck",
  body: {
    id: vehicle.id,
    tour_id,
    phase,
    mileage_km: parseCheckMileage(fields) ?? 0,
    items: templates.map(({ id: template_id }) =>
      isDefectReported(fields, template_id)
        ? {
            template_id,
            result: "DEFECT",
            note: fields[checkNoteFieldName(template_id)]?.trim() ?? "",
            ...draftPhotoIds(photosOfCheckItem(photos, vehicle.id, template_id)),
          }
        : { template_id, result: "OK" },
    ),
  },
});
