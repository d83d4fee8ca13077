import { describe, expect, it } from "vitest";
import { type Language, createCachedTextsLoader } from "./texts.ts";

describe("texts that are read later", () => {
  it("a chunk of translations is requested once for each language", async () => {
    const asked: Language[] = [];
    const textsIn = createCachedTextsLoader(async (language) => (asked.push(language), { exports: { language } }));
    const [first, second] = [textsIn("de"), textsIn("de")];
    expect(first).toBe(second);
    expect(await textsIn("en")).toEqual({ exports: { language: "en" } });
    expect(asked).toEqual(["de", "en"]);
  });

  it("a chunk of translations is requested again when the first request failed", async () => {
    let calls = 0;
    const textsIn = createCachedTextsLoader(() =>
      ++calls === 1 ? Promise.reject(new Error("lost")) : Promise.resolve({}),
    );
    await expect(textsIn("de")).rejects.toThrow("lost");
    expect(await textsIn("de")).toEqual({});
  });
});
