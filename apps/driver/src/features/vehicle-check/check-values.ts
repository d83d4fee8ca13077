import type { OutboxContent } from "#outbox/outbox-row.ts";
import { isOfCase, type PhotoFacts } from "#photos/photo-row.ts";
import type { PlannedCheck } from "#shared/route.ts";
import type { VehicleTemplate } from "#work/vehicle-templates.ts";

/** Fields on the screen of a check by name, as they are stored while they are typed. */
export type CheckFields = Readonly<Record<string, string>>;

export const resultField = (template_id: string) => `result ${template_id}`;
export const noteField = (template_id: string) => `note ${template_id}`;
export const MILEAGE_FIELD = "mileage";
const MILEAGE_MAX = 9_999_999;
export const NOTE_MAX = 500;

/** The first field that is missing; undefined when the check is complete. */
export function missingField(templates: readonly VehicleTemplate[], fields: CheckFields): string | undefined {
  for (const { id } of templates) {
    if (!fields[resultField(id)]) return resultField(id);
    if (isDefect(fields, id) && !fields[noteField(id)]?.trim()) return noteField(id);
  }
  return mileageOf(fields) === undefined ? MILEAGE_FIELD : undefined;
}

export const isDefect = (fields: CheckFields, template_id: string) => fields[resultField(template_id)] === "DEFECT";

/** Mileage as people type it: with spaces or points between thousands. */
export function mileageOf(fields: CheckFields): number | undefined {
  const digits = (fields[MILEAGE_FIELD] ?? "").replaceAll(/[\s.']/g, "");
  return /^\d{1,7}$/.test(digits) && Number(digits) <= MILEAGE_MAX ? Number(digits) : undefined;
}

/** Photos taken for the check that is on the screen. */
export const photosOf = (photos: readonly PhotoFacts[], vehicle_id: string, template_id: string) =>
  photos.filter(
    (photo) =>
      photo.status === "draft" &&
      !isOfCase(photo) &&
      photo.vehicle_id === vehicle_id &&
      photo.template_id === template_id,
  );
const photoIds = (photos: readonly PhotoFacts[]) =>
  photos.length === 0 ? {} : { photo_ids: photos.map(({ id }) => id) };

/** Content of a complete check for the outbox. */
export const checkContent = (
  { vehicle, tour_id, phase }: PlannedCheck,
  templates: readonly VehicleTemplate[],
  { fields, photos }: { readonly fields: CheckFields; readonly photos: readonly PhotoFacts[] },
): OutboxContent => ({
  op: "createVehicleCheck",
  body: {
    id: vehicle.id,
    tour_id,
    phase,
    mileage_km: mileageOf(fields) ?? 0,
    items: templates.map(({ id: template_id }) =>
      isDefect(fields, template_id)
        ? {
            template_id,
            result: "DEFECT",
            note: fields[noteField(template_id)]?.trim() ?? "",
            ...photoIds(photosOf(photos, vehicle.id, template_id)),
          }
        : { template_id, result: "OK" },
    ),
  },
});
