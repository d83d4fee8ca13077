import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { type VehicleCorner, vehicleCorners, type PhotoMetadata, type PhotoSubject } from "#photos/photo-row.ts";
import { parseMileage } from "@leitstand/app/mileage";
import type { CaseDraft, DamageCause } from "#work/drafts.ts";
import { belongingsAtLoading, haveBelongingsChanged, hasBelongingInState, belongingsPayload } from "./belongings.ts";

/** Data that a crew has recorded on a case and not yet sent, and its photos. */
export interface OnSiteRecord {
  readonly draft: CaseDraft;
  readonly photos: readonly PhotoMetadata[];
}

/** The newest photo of a subject, even if the server has refused it. */
export const newestPhotoOf = ({ photos }: OnSiteRecord, subject: PhotoSubject): PhotoMetadata | undefined =>
  photos.findLast((photo) => photo.subject === subject);
/** Whether there is a photo of a subject, and the server has not refused the newest one. */
export const hasAcceptablePhotoOfSubject = (onSite: OnSiteRecord, subject: PhotoSubject) => {
  const photo = newestPhotoOf(onSite, subject);
  return photo !== undefined && photo.status !== "refused";
};

/** The first corner without a photo, unless there is a reason for that. */
export const firstCornerWithoutPhoto = (onSite: OnSiteRecord): VehicleCorner | undefined =>
  hasReasonForMissingPhotos(onSite)
    ? undefined
    : vehicleCorners.find((corner) => !hasAcceptablePhotoOfSubject(onSite, corner));
const hasReasonForMissingPhotos = ({ draft }: OnSiteRecord) => (draft.photos_missing ?? "").trim() !== "";

/** Reason for missing photos, only where some are missing. */
export function missingPhotosReasonPayload(onSite: OnSiteRecord, subjects: readonly PhotoSubject[]): CaseActionPayload {
  const isComplete = subjects.every((subject) => hasAcceptablePhotoOfSubject(onSite, subject));
  return isComplete || !hasReasonForMissingPhotos(onSite)
    ? {}
    : { photos_missing_reason: onSite.draft.photos_missing?.trim() ?? "" };
}

/** Payload of LOAD for a deceased: identity, belongings, and the reason for missing photos of things that stay. */
export function payloadOfLoadAction(onSite: OnSiteRecord): CaseActionPayload {
  const { draft } = onSite;
  const code = (draft.code ?? "").trim();
  const isChecked = draft.identity === true;
  const belongings = draft.loaded?.is_confirmed === true ? belongingsPayload(draft.loaded) : undefined;
  return {
    identity_confirmed: true,
    ...(isChecked && { identity: code === "" ? { method: "READ_BACK" as const } : { method: "CODE" as const, code } }),
    ...(belongings === undefined ? { belongings_confirmed: true } : { belongings }),
    ...(belongings !== undefined &&
      hasBelongingInState(belongings, "STAYS") &&
      missingPhotosReasonPayload(onSite, ["belongings"])),
  };
}

export function handoverBelongingsPayload(shown: Case, { loaded, delivered }: CaseDraft): CaseActionPayload {
  const belongings = delivered?.is_confirmed === true ? belongingsPayload(delivered) : undefined;
  if (belongings === undefined) return { belongings_confirmed: true };
  const before = belongingsAtLoading(shown, loaded);
  const note = (delivered?.note ?? "").trim();
  return {
    belongings,
    ...(before !== undefined && haveBelongingsChanged(belongings, before) && { belongings_note: note }),
  };
}

const KILOMETERS_MAX = 10_000_000;

/** Kilometres of the mileage typed among the findings; undefined where none was typed, or something else. */
export const parseFoundMileage = (typed: string | undefined): number | undefined => parseMileage(typed, KILOMETERS_MAX);

/** Findings of the crew; the note only where no earlier step has sent it. */
export function findingsPayload(draft: CaseDraft, wordOf: (cause: DamageCause) => string): CaseActionPayload {
  const { cause, drives, has_key, fields, told } = draft;
  const mileage_km = parseFoundMileage(fields?.["mileage"]);
  const note = findingNote(draft);
  const damage = {
    ...(cause && { cause: wordOf(cause), accident: cause === "accident" }),
    ...(drives !== undefined && { driveable: drives }),
  };
  const findings = {
    ...(Object.keys(damage).length > 0 && { damage }),
    ...(mileage_km !== undefined && { vehicle_data: { mileage_km } }),
    ...(has_key !== undefined && { vehicle_detail: { key_available: has_key } }),
    ...(note !== "" && note !== told && { notes: note }),
  };
  return Object.keys(findings).length === 0 ? {} : { findings };
}

export const findingNote = ({ fields }: CaseDraft) => (fields?.["finding"] ?? "").trim().replaceAll(/\s+/g, " ");

/** Payload of an action of a crew on site. */
export function onSiteActionPayload(
  action: CaseAction,
  onSite: OnSiteRecord,
  wordOf: (cause: DamageCause) => string,
): CaseActionPayload | undefined {
  if (action === "LOAD") return payloadOfLoadAction(onSite);
  if (action !== "TO_TOWING_DESTINATION") return undefined;
  return { ...findingsPayload(onSite.draft, wordOf), ...missingPhotosReasonPayload(onSite, vehicleCorners) };
}
