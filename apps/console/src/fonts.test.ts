import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { charactersOf } from "#shared/testing/font-characters.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Folders with all texts that users read, apart from what they type themselves. */
const folders = [
  "apps/console/messages",
  "apps/console/src",
  "apps/driver/messages",
  "apps/driver/src",
  "packages/ui/src",
];
const isShown = (path: string) => /\.(json|tsx?|css)$/.test(path) && !/\.test\.tsx?$|testing\/|testkit/.test(path);
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const hasText = charactersOf("@fontsource-variable/inter/index.css");
const hasCode = charactersOf("@fontsource/jetbrains-mono/latin-400.css");

it("the font check finds the characters of a font, and not those that it leaves to other fonts", () => {
  const found = (has: (character: string) => boolean) => Array.from("Aäß€„…−↓→⇧↵⌘✓").filter(has).join("");
  expect([found(hasText), found(hasCode)]).toEqual(["Aäß€„…−↓", "Aäß€„…−↓"]);
});

it("every character of the console and of the drivers' app is in a font that they ship, so that no device draws it in a font of its own", () => {
  const foreign = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(isShown)
      .flatMap((path) => {
        const text = readFileSync(join(root, folder, path), "utf8").replaceAll(comments, "");
        const missing = [...new Set(text.match(/[^\s -~]/gu))].filter((sign) => !hasText(sign) || !hasCode(sign));
        return missing.map((sign) => `${sign} in ${folder}/${path}`);
      }),
  );
  // Other signs are drawn as SVG, see packages/ui/src/signs.tsx.
  expect(foreign).toEqual([]);
});
