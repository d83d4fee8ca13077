import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createFontCharacterTest } from "#shared/testing/font-characters.ts";

const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));
/** Folders with all texts that users read, apart from what they type themselves. */
const textFolders = [
  "apps/console/messages",
  "apps/console/src",
  "apps/driver/messages",
  "apps/driver/src",
  "packages/ui/src",
];
const holdsShownText = (path: string) =>
  /\.(json|tsx?|css)$/.test(path) && !/\.test\.tsx?$|testing\/|testkit/.test(path);
const commentPattern = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const isInTextFont = createFontCharacterTest("@fontsource-variable/inter/index.css");
const isInCodeFont = createFontCharacterTest("@fontsource/jetbrains-mono/latin-400.css");

it("the font check tells which characters a font contains and which are missing", () => {
  const found = (has: (character: string) => boolean) => Array.from("Aäß€„…−↓→⇧↵⌘✓").filter(has).join("");
  expect([found(isInTextFont), found(isInCodeFont)]).toEqual(["Aäß€„…−↓", "Aäß€„…−↓"]);
});

it("every character on screens of the console and the driver app is in a font that they ship", () => {
  const foreign = textFolders.flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
      .filter(holdsShownText)
      .flatMap((path) => {
        const text = readFileSync(join(repositoryRoot, folder, path), "utf8").replaceAll(commentPattern, "");
        const missing = [...new Set(text.match(/[^\s -~]/gu))].filter(
          (sign) => !isInTextFont(sign) || !isInCodeFont(sign),
        );
        return missing.map((sign) => `${sign} in ${folder}/${path}`);
      }),
  );
  // Characters that the fonts lack are drawn as SVG, see packages/ui/src/signs.tsx.
  expect(foreign).toEqual([]);
});
