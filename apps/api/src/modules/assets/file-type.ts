/** Type of a file, found by its first bytes and never by its name. */
export type FileType = "image/jpeg" | "image/png" | "image/webp" | "application/pdf";

export const fileExtensions: Readonly<Record<FileType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
};

type ByteArray = Uint8Array;
const asciiText = (bytes: ByteArray, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWithBytes = (bytes: ByteArray, ...wanted: number[]) => wanted.every((byte, index) => bytes[index] === byte);

/** Type of a file if it is one of the four that are kept, else undefined. */
export function detectFileType(bytes: ByteArray): FileType | undefined {
  if (startsWithBytes(bytes, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWithBytes(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (asciiText(bytes, 0, 4) === "RIFF" && asciiText(bytes, 8, 12) === "WEBP") return "image/webp";
  return /^%PDF-[12]\.\d/.test(asciiText(bytes, 0, 8)) ? "application/pdf" : undefined;
}

const isoMediaBrands = [
  ["image/heic", /^(hei[cxms]|hev[cxms]|mif1|msf1)$/],
  ["image/avif", /^avi[fs]$/],
  ["video/quicktime", /^qt {2}$/],
] as const;

/** Guesses the type of a refused file for the error message. */
export function guessMimeType(bytes: ByteArray): string {
  const head = asciiText(bytes, 0, 512).trimStart().toLowerCase();
  // ISO 14496-12: the `ftyp` box names the brand, the specification that the file follows.
  const brand = asciiText(bytes, 4, 8) === "ftyp" ? asciiText(bytes, 8, 12) : undefined;
  if (brand !== undefined) return isoMediaBrands.find(([, of]) => of.test(brand))?.[0] ?? "video/mp4";
  if (head.startsWith("gif8")) return "image/gif";
  if (head.startsWith("pk\u0003\u0004")) return "application/zip";
  if (head.includes("<svg")) return "image/svg+xml";
  if (/^(<!doctype html|<html|<head|<body|<script)/.test(head)) return "text/html";
  return head.startsWith("<?xml") ? "application/xml" : "unknown";
}

const FILE_NAME_LENGTH_MAX = 200;
/** Usual extensions of files of each type. */
const usualExtensionsByType: Readonly<Record<FileType, RegExp>> = {
  "image/jpeg": /\.(jpe?g|jpe|jfif)$/i,
  "image/png": /\.png$/i,
  "image/webp": /\.webp$/i,
  "application/pdf": /\.pdf$/i,
};
/**
 * Extensions that contradict the type of the file unless they are its usual ones; any other ending may be a part of the
 * name.
 */
const MISLEADING_EXTENSION = /\.(jpe?g|jpe|jfif|png|webp|pdf|hei[cf]s?|avif|gif|bmp|tiff?|svg)$/i;

/**
 * The sender's file name without folders, control characters and marks that turn the reading direction, with an
 * extension by which a system opens this type; at most 200 characters.
 */
export function sanitizeFileName(name: string, type: FileType): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const usual = usualExtensionsByType[type].exec(plain)?.[0];
  const stem = plain.slice(0, plain.length - (usual ?? MISLEADING_EXTENSION.exec(plain)?.[0] ?? "").length);
  const extension = usual ?? `.${fileExtensions[type]}`;
  const kept = Array.from(/^[.\s]*$/.test(stem) ? "file" : stem).slice(0, FILE_NAME_LENGTH_MAX - extension.length);
  return kept.join("").trimEnd() + extension;
}
