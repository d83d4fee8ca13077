import type { SealedData } from "#vault/seal.ts";

/** The four corners of a vehicle: front left, front right, rear left, rear right. */
export const vehicleCorners = ["FL", "FR", "RL", "RR"] as const;
export type VehicleCorner = (typeof vehicleCorners)[number];
/** Subject of a photo. */
export type PhotoSubject = VehicleCorner | "belongings" | "empty_place" | "defect" | "other";

/**
 * `draft` until its check is written; `waiting` to be sent; `sent`; `refused` by the server, until the driver has
 * decided.
 */
type PhotoStatus = "draft" | "waiting" | "sent" | "refused";

/** Whether a photo has still to arrive, or to be decided on; a draft belongs to nothing that was written. */
export const isUnsentPhoto = ({ status }: Pick<BasePhotoMetadata, "status">) => status !== "sent" && status !== "draft";

/** Owner of a photo: a case on a tour. */
interface CasePhotoOwner {
  readonly case_id: string;
  readonly tour_id: string;
}
/** Owner of a photo: a defect of a vehicle, by the template of the check. */
interface VehiclePhotoOwner {
  readonly vehicle_id: string;
  readonly template_id: string;
}
export type PhotoOwner = CasePhotoOwner | VehiclePhotoOwner;
export const isCasePhoto = <P extends PhotoOwner>(photo: P): photo is Extract<P, CasePhotoOwner> => "case_id" in photo;

/** Facts of a photo without its picture. */
export type PhotoMetadata = PhotoOwner & BasePhotoMetadata;
export interface BasePhotoMetadata {
  /** Permanent id of the photo: actions announce it by this id, and the server stores it under it. */
  readonly id: string;
  readonly user_id: string;
  readonly subject: PhotoSubject;
  /** Time by this phone's clock, and the offset for the right time; null when not known at that time. */
  readonly taken_at: number;
  readonly offset: number | null;
  /** Size of the picture in bytes. */
  readonly size: number;
  readonly status: PhotoStatus;
  /** Error code of the server's refusal. */
  readonly refusal: string | null;
  /** `action_id` of the newest step that named it. */
  readonly announced_by: string | null;
}

/** Photo as it is stored on the phone. Its picture is stored apart, so that a list of photos does not read them all. */
export type PhotoRow = PhotoMetadata & { readonly thumbnail: SealedData };
export interface PhotoPictureRow {
  readonly id: string;
  readonly content: SealedData;
}

/** Maximum number of photos that an action can name. */
const ANNOUNCED_PHOTOS_MAX = 40;

/**
 * Ids of photos that the next step of a case names, even those named before, because of UNDO; of very many the newest.
 * Refused ones are left out: they may never arrive.
 */
export const photoIdsToAnnounce = (photos: readonly BasePhotoMetadata[]): string[] =>
  photos
    .filter(({ status }) => status !== "refused")
    .toSorted((a, b) => a.taken_at - b.taken_at)
    .slice(-ANNOUNCED_PHOTOS_MAX)
    .map(({ id }) => id);

/**
 * Effect of a retake on the photo before. A refused one is replaced under its announced id, unless the server has
 * another picture under it. One that has been announced, or sent, stays beside the new one.
 */
export function effectOfRetake({ status, refusal, announced_by }: BasePhotoMetadata): {
  keepsId: boolean;
  drops: boolean;
} {
  if (status === "refused") {
    const isTaken = refusal === "IDEMPOTENCY_KEY_REUSED";
    return { keepsId: !isTaken, drops: isTaken };
  }
  return { keepsId: false, drops: status !== "sent" && announced_by === null };
}
