import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** @param folder of the messages of an app, with a folder for each language */
export function testTextsInBothLanguages(folder: URL) {
  const read = (language: string, file: string): unknown =>
    JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), "utf8"));
  it.each(readdirSync(new URL("de/", folder)))("has every text of %s in German and in English", (file) => {
    expect(textKeysOf(read("en", file)).toSorted()).toEqual(textKeysOf(read("de", file)).toSorted());
  });
  it("has the same message files in both languages", () => {
    expect(readdirSync(new URL("en/", folder))).toEqual(readdirSync(new URL("de/", folder)));
  });
}

const textKeysOf = (texts: unknown, path = ""): string[] =>
  typeof texts === "object" && texts !== null
    ? Object.entries(texts).flatMap(([key, text]) => textKeysOf(text, path === "" ? key : `${path}.${key}`))
    : [path];
