/** What a file is, by its first bytes and never by its name; and under which name it is kept. */
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

/** The sender's name without folders, control characters and marks that turn the reading direction; at most 200 characters. */
export function safeName(name: string, type: FileType): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? "").replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const named = /^\.*$/.test(plain) ? `file.${extensions[type]}` : plain;
  return Array.from(named).slice(0, 200).join("");
}
