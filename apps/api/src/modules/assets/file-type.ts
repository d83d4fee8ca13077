/** What a file is, by its first bytes and never by its name; and what makes one unfit to be kept. */
export type FileType = "image/jpeg" | "image/png" | "image/webp" | "application/pdf";

export const extensions: Readonly<Record<FileType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
};

type Bytes = Uint8Array;
const ascii = (bytes: Bytes, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWith = (bytes: Bytes, ...wanted: number[]) => wanted.every((byte, index) => bytes[index] === byte);

/** One of the four types that are kept, or undefined. */
export function findType(bytes: Bytes): FileType | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  return /^%PDF-[12]\.\d/.test(ascii(bytes, 0, 8)) ? "application/pdf" : undefined;
}

/** For the refusal: what it seems to be instead. */
export function guessType(bytes: Bytes): string {
  const head = ascii(bytes, 0, 512).trimStart().toLowerCase();
  if (head.startsWith("gif8")) return "image/gif";
  if (head.startsWith("pk\u0003\u0004")) return "application/zip";
  if (head.includes("<svg")) return "image/svg+xml";
  if (/^(<!doctype html|<html|<head|<body|<script)/.test(head)) return "text/html";
  return head.startsWith("<?xml") ? "application/xml" : "unknown";
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The size that an image claims in its header, so that a bomb is never unpacked; undefined when it claims none. */
export function findPixelSize(bytes: Bytes, type: FileType): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === "image/png") return { width: view.getUint32(16), height: view.getUint32(20) };
    if (type === "image/webp") return sizeOfWebp(bytes, view);
    return type === "image/jpeg" ? sizeOfJpeg(view) : undefined;
  } catch {
    // The header ends before it says its size.
    return undefined;
  }
}

function sizeOfWebp(bytes: Bytes, view: DataView): PixelSize | undefined {
  const size = (width: number, height: number) => ({ width: width + 1, height: height + 1 });
  switch (ascii(bytes, 12, 16)) {
    case "VP8X":
      return size(view.getUint32(24, true) & 0xffffff, view.getUint32(26, true) >>> 8);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return size(bits & 0x3fff, (bits >>> 14) & 0x3fff);
    }
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}

/** Walks the segments up to the frame header (SOF0 to SOF15 without the tables among them). */
function sizeOfJpeg(view: DataView): PixelSize | undefined {
  const tables = new Set([0xc4, 0xc8, 0xcc]);
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at++;
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !tables.has(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

/** 50 megapixels: above any phone that drivers carry; decoded they take 200 MB. */
const PIXELS_MAX = 50_000_000;
const SIDE_MAX = 20_000;
export const isBomb = ({ width, height }: PixelSize) =>
  width * height > PIXELS_MAX || Math.max(width, height) > SIDE_MAX || Math.min(width, height) < 1;

/** Things in a PDF that act on the reader's machine instead of being read. Names may be spelt with `#xx`. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z])/;

/** What is wrong with a PDF; undefined when it may be kept. */
export function findPdfFault(bytes: Bytes): "DAMAGED" | "ACTIVE_CONTENT" | undefined {
  const text = latin1(bytes);
  if (!text.slice(-2048).includes("%%EOF") || !text.includes("startxref")) return "DAMAGED";
  const spelt = text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return ACTIVE.test(spelt) ? "ACTIVE_CONTENT" : undefined;
}

const latin1 = (bytes: Bytes) => new TextDecoder("latin1").decode(bytes);

/** The sender's name without folders, control characters and marks that turn the reading direction; at most 200 characters. */
export function safeName(name: string, type: FileType): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? "").replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const named = /^\.*$/.test(plain) ? `file.${extensions[type]}` : plain;
  return Array.from(named).slice(0, 200).join("");
}

/** RFC 6266: a plain name for old readers, and the real one percent-encoded. Always to be saved, never to be shown. */
export function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
