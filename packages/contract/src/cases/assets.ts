/** Files of cases: photos, signatures, documents. Pictures are re-encoded, without places and names of devices. */
import { Type } from "typebox";
import { Asset, assetKinds, vehicleCorners } from "./asset";
import { defineOperations } from "../operation/operation";
import { offlineEntryErrorCodes } from "../core/phone-entry";
import { DateTime, Enum, IdParams, ClosedObject, Uuid } from "../core/schema";

const caseFileFormFields = {
  tour_id: Type.Optional({ ...Uuid, description: "The tour of the case during which it was taken." }),
  kind: Type.Optional(Enum(assetKinds, { description: "Defaults to IMAGE for pictures and DOCUMENT for PDF." })),
} as const;

export const CaseFileUploadFields = ClosedObject({
  ...caseFileFormFields,
  client_id: Type.Optional({
    ...Uuid,
    description:
      "The sender's own id of the file: the photo id that an action has announced. The same file is kept once.",
  }),
  corner: Type.Optional(
    Enum(vehicleCorners, {
      description: "The corner of the vehicle that it shows; only of pictures of a roadside case.",
    }),
  ),
  occurred_at: Type.Optional({ ...DateTime, description: "When it was taken; only with `client_id`." }),
});
export const RsaFileUploadFields = ClosedObject({
  ...caseFileFormFields,
  case_id: Type.Optional({
    ...Uuid,
    description: "Left out, only the sender and the whole tenant's desk see the file.",
  }),
});

export const uploadErrorCodes = [
  "FILE_TYPE_NOT_ALLOWED",
  "FILE_CONTENT_INVALID",
  "FIELD_COMBINATION_INVALID",
  "REFERENCE_NOT_FOUND",
] as const;
/** Largest pictures in megapixels: less for formats that take more memory to unpack. */
export const pictureMegapixelsMax = {
  jpeg: 50,
  jpeg_progressive: 20,
  webp: 30,
  /** Largest WebP picture in megapixels without loss or with transparency. */
  webp_lossless: 14,
  png: 50,
  png_16_bit_grey: 25,
  png_16_bit_colour: 12,
} as const;
/** Longest side of a picture in pixels, whatever the other side has. */
export const pictureSideMax = 20_000;

export const acceptedFilesDescription =
  "JPEG, PNG, WebP or PDF, up to 25 MB, in exactly one part named `file`. The type is found from the content. " +
  `Pictures have at most ${pictureMegapixelsMax.jpeg} megapixels, and less where they take more memory to unpack: ` +
  `${pictureMegapixelsMax.jpeg_progressive} in a progressive JPEG, ${pictureMegapixelsMax.webp} in a WebP with loss and ` +
  `${pictureMegapixelsMax.webp_lossless} without loss or with transparency, ${pictureMegapixelsMax.png_16_bit_grey} in a PNG with 16 bits of grey and ` +
  `${pictureMegapixelsMax.png_16_bit_colour} with 16 bits of colour; no side is longer than ${pictureSideMax} pixels. A picture of which something is missing is ` +
  "refused. PDF must hold no scripts, no embedded files and nothing that opens other files by itself, and must not be encrypted. The `reason` of a refusal is " +
  "`EMPTY`, `DAMAGED`, `TOO_MANY_PIXELS`, `ACTIVE_CONTENT`, `ENCRYPTED`, `UNREADABLE` (packed in a way that we cannot look " +
  "into) or `TOO_COMPLEX`. When many files wait to be looked at, the answer is 503 with `Retry-After`.";

export const assetOperations = defineOperations("assets", {
  getAsset: {
    on: "GET /assets/{id}",
    summary: "Fetch a file",
    description:
      "Streams the stored bytes, always as an attachment. Knows `If-None-Match`: the `ETag` is their SHA-256.",
    grant: "getAssets",
    params: IdParams,
    answerType: "binary",
  },
  deleteAsset: {
    on: "DELETE /assets/{id}",
    changes: "BRANCH",
    summary: "Delete a file",
    description: "Emits `case update`.",
    params: IdParams,
    success: 204,
  },
});

export const caseAssetOperations = defineOperations("cases", {
  uploadCaseAssets: {
    on: "POST /cases/{id}/assets",
    changes: "BRANCH",
    summary: "Add a photo or file to a case",
    description:
      "Emits `case update`. The same file sent again under its `client_id` answers the first one, another one is refused with " +
      "`IDEMPOTENCY_KEY_REUSED`, and what was deleted since with `RESOURCE_NOT_FOUND`. Drivers add files while the own link " +
      "is open, for 24 hours after it was finished, and what an action of theirs has announced for 72 hours after its end, " +
      `however it ended. ${acceptedFilesDescription}`,
    params: IdParams,
    body: CaseFileUploadFields,
    bodyType: "multipart",
    success: 201,
    answer: Asset,
    limit: "upload",
    errors: [...uploadErrorCodes, ...offlineEntryErrorCodes],
  },
});

export const rsaFileOperations = defineOperations("rsa", {
  uploadRsaFile: {
    on: "POST /rsa/file",
    changes: "BRANCH",
    summary: "Upload a file of a roadside job",
    description: `Emits \`case update\` when a case is named. ${acceptedFilesDescription}`,
    grant: "uploadCaseAssets",
    tenantTypes: ["ROADSIDE_ASSISTANCE"],
    body: RsaFileUploadFields,
    bodyType: "multipart",
    success: 201,
    answer: Asset,
    limit: "upload",
    errors: [...uploadErrorCodes, "RESOURCE_NOT_FOUND"],
  },
});
