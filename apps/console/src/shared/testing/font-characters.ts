import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const { resolve } = createRequire(import.meta.url);

/** Whether a browser finds a character in the fonts of such a style sheet: in a file that has it, and that is asked for it. */
export function charactersOf(styleSheet: string): (character: string) => boolean {
  const path = resolve(styleSheet);
  const faces = [...readFileSync(path, "utf8").matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, face = ""]) => {
    const file = /url\(([^)]+\.woff2)\)/.exec(face)?.[1] ?? "";
    const ranges = /unicode-range:([^;]+);/.exec(face)?.[1]?.split(",") ?? ["U+0-10FFFF"];
    return { has: characterMapOf(readFileSync(join(dirname(path), file))), isAsked: ranges.map(isWithin) };
  });
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return faces.some(({ has, isAsked }) => has(code) && isAsked.some((range) => range(code)));
  };
}

/** `U+2000-206F`, or one alone. */
function isWithin(range: string): (code: number) => boolean {
  const [first = 0, last = first] = range
    .trim()
    .slice(2)
    .split("-")
    .map((digits) => Number.parseInt(digits, 16));
  return (code) => code >= first && code <= last;
}

const HEADER_BYTES = 48;
/** Tables are named by numbers where they are known; this is that of the one which leads from characters to shapes. */
const CMAP = 0;
const OWN_NAME = 63;
const [GLYF, LOCA] = [10, 11];

/** Reads of a WOFF2 file (W3C Recommendation, sections 4 and 5) which characters it has. */
function characterMapOf(file: Buffer): (code: number) => boolean {
  const tables = file.readUInt16BE(12);
  let at = HEADER_BYTES;
  const readNumber = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let cmap: { readonly start: number; readonly length: number } | undefined;
  for (let table = 0; table < tables; table++) {
    const flags = file.readUInt8(at++);
    const name = flags & 63;
    const version = flags >> 6;
    if (name === OWN_NAME) at += 4;
    const length = readNumber();
    const isTransformed = name === GLYF || name === LOCA ? version !== 3 : version !== 0;
    const stored = isTransformed ? readNumber() : length;
    if (name === CMAP) cmap = { start: offset, length };
    offset += stored;
  }
  if (cmap === undefined) throw new Error("The font has no table of its characters.");
  const compressed = file.subarray(at, at + file.readUInt32BE(20));
  const data = brotliDecompressSync(compressed).subarray(cmap.start, cmap.start + cmap.length);
  return lookUpIn(data);
}

/** The subtable of Unicode in segments, which every font of the web has. */
function lookUpIn(cmap: Buffer): (code: number) => boolean {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const start = subtables.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (start === undefined) throw new Error("The font lists its characters in a way that is not known here.");
  const segments = cmap.readUInt16BE(start + 6) / 2;
  const read = (column: number, segment: number) =>
    cmap.readUInt16BE(start + 14 + 2 * (column * segments + segment) + (column > 0 ? 2 : 0));
  return (code) => {
    for (let segment = 0; segment < segments; segment++) {
      if (code > read(0, segment)) continue;
      const first = read(1, segment);
      if (code < first) return false;
      const [delta, rangeOffset] = [read(2, segment), read(3, segment)];
      if (rangeOffset === 0) return ((code + delta) & 0xffff) !== 0;
      const own = start + 14 + 2 * (3 * segments + segment) + 2;
      return cmap.readUInt16BE(own + rangeOffset + 2 * (code - first)) !== 0;
    }
    return false;
  };
}
