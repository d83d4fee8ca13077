import type { Sealed } from "#vault/seal.ts";

/** The four corners of a vehicle: front left, front right, rear left, rear right. */
export const corners = ["FL", "FR", "RL", "RR"] as const;
export type Corner = (typeof corners)[number];
/** What a photo was taken of. */
export type PhotoSubject = Corner | "belongings" | "empty_place" | "defect" | "other";

/** `draft` until the check is written that it belongs to; `waiting` to be sent; `sent`; `refused` by the server, until the driver has decided. */
type PhotoStatus = "draft" | "waiting" | "sent" | "refused";

/** Of a case on a tour. */
interface OfCase {
  readonly case_id: string;
  readonly tour_id: string;
}
/** Of what is wrong with a vehicle, by the template that it was looked at by. */
interface OfVehicle {
  readonly vehicle_id: string;
  readonly template_id: string;
}
export type PhotoOwner = OfCase | OfVehicle;
export const isOfCase = <P extends PhotoOwner>(photo: P): photo is Extract<P, OfCase> => "case_id" in photo;

/** What can be known of a photo without looking at it. */
export type PhotoFacts = PhotoOwner & PhotoState;
export interface PhotoState {
  /** Of this photo for ever: actions announce it by this id, and the server knows it by it. */
  readonly id: string;
  readonly user_id: string;
  readonly subject: PhotoSubject;
  /** By this phone's clock, and what to add to it for the right time; null: not known then. */
  readonly taken_at: number;
  readonly offset: number | null;
  /** Of the picture, in bytes. */
  readonly size: number;
  readonly status: PhotoStatus;
  /** Why the server refused it. */
  readonly refusal: string | null;
  /** The newest step that named it, by the `action_id` of its row. */
  readonly announced_by: string | null;
}

/** A photo as it lies on the phone. The picture lies apart, so that a list of photos does not read them all. */
export type PhotoRow = PhotoFacts & { readonly thumbnail: Sealed };
export interface PictureRow {
  readonly id: string;
  readonly content: Sealed;
}

/** As many as an action can name. */
const ANNOUNCED_MAX = 40;

/** What the next step of a case names: its photos, again after an UNDO, too; of very many the newest. No refused ones: they may never come. */
export const idsToAnnounce = (photos: readonly PhotoState[]): string[] =>
  photos
    .filter(({ status }) => status !== "refused")
    .toSorted((a, b) => a.taken_at - b.taken_at)
    .slice(-ANNOUNCED_MAX)
    .map(({ id }) => id);

/**
 * What taking a photo once more does to the one before. A refused one is replaced under its id, which has been announced, unless
 * the server knows that id by another picture. One that has been announced, or sent, stays beside the new one.
 */
export function retakeOf({ status, refusal, announced_by }: PhotoState): { keepsId: boolean; drops: boolean } {
  if (status === "refused") {
    const isTaken = refusal === "IDEMPOTENCY_KEY_REUSED";
    return { keepsId: !isTaken, drops: isTaken };
  }
  return { keepsId: false, drops: status !== "sent" && announced_by === null };
}
