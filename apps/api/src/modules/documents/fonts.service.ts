/**
 * Inter, and Noto Sans for what Inter has no letters of, under the SIL Open Font License 1.1, which allows their
 * embedding in documents; the packages carry the licence. They come in files by scripts, so a text is set from several.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

const LEFT_TO_RIGHT_SCRIPTS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];
const RIGHT_TO_LEFT_SCRIPTS = ["hebrew", "arabic"];
export type FontWeight = 400 | 700;

export interface FontFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const resolveModule = createRequire(import.meta.url).resolve;
const fontFileCache = new Map<string, FontFile>();

/** Files of a weight, the most common script first; each is read once. */
export const fontNamesOfWeight = (weight: FontWeight): readonly string[] => [
  ...LEFT_TO_RIGHT_SCRIPTS.map((script) => `inter-${script}-${weight}`),
  ...RIGHT_TO_LEFT_SCRIPTS.map((script) => `noto-sans-${script}-${script}-${weight}`),
];

export const isRightToLeftFont = (name: string) => name.startsWith("noto-sans-");

export function readFontFile(name: string): FontFile {
  const known = fontFileCache.get(name) ?? {
    name,
    bytes: unpackWoff(readFileSync(resolveModule(`@fontsource/${fontFamilyOf(name)}/files/${name}-normal.woff`))),
  };
  fontFileCache.set(name, known);
  return known;
}

const fontFamilyOf = (name: string) => /^inter|^noto-sans-[a-z]+/.exec(name)?.[0];

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * Unpacks a font from its format for browsers (WOFF 1.0, section 4): typesetting reads its tables all the time, and the
 * font library would unpack them at every look.
 */
function unpackWoff(woff: Buffer<ArrayBuffer>): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, place) => {
    const at = WOFF_HEADER_BYTES + place * WOFF_ENTRY_BYTES;
    const [offset, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    return { entry: woff.subarray(at, at + WOFF_ENTRY_BYTES), bytes: packed < size ? inflateSync(bytes) : bytes };
  });
  const head = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  // The kind of outlines, and the number of tables; the search fields that follow are not used.
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let offset = head.length;
  for (const [place, { entry, bytes }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + place * SFNT_ENTRY_BYTES;
    entry.copy(head, at, 0, 4);
    entry.copy(head, at + 4, 16, 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
