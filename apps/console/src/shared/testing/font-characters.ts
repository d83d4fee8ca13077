import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create } from "fontkit";

const { resolve } = createRequire(import.meta.url);

/**
 * Whether a browser finds a character in the fonts of a style sheet: in a file that contains it and whose range covers
 * it.
 */
export function createFontCharacterTest(styleSheet: string): (character: string) => boolean {
  const path = resolve(styleSheet);
  const faces = [...readFileSync(path, "utf8").matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, face = ""]) => {
    const file = /url\(([^)]+\.woff2)\)/.exec(face)?.[1] ?? "";
    const ranges = /unicode-range:([^;]+);/.exec(face)?.[1]?.split(",") ?? ["U+0-10FFFF"];
    return { font: openFont(join(dirname(path), file)), isAsked: ranges.map(isCodeInRange) };
  });
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return faces.some(({ font, isAsked }) => font.hasGlyphForCodePoint(code) && isAsked.some((range) => range(code)));
  };
}

/** Test for one range, `U+2000-206F`, or a single code point. */
function isCodeInRange(range: string): (code: number) => boolean {
  const [first = 0, last = first] = range
    .trim()
    .slice(2)
    .split("-")
    .map((digits) => Number.parseInt(digits, 16));
  return (code) => code >= first && code <= last;
}

function openFont(path: string) {
  const font = create(readFileSync(path));
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${path} is a collection of fonts.`);
  return font;
}
