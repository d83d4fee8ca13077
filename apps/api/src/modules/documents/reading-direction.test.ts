import { describe, expect, it } from "vitest";
import { directionOf, lettersFromTheLeft } from "./reading-direction.service";

/** Text as it stands on paper, in Hebrew letters, whose display here is up to the editor. */
const onPaper = (text: string) => lettersFromTheLeft(text, directionOf(text)).join("");
const reversed = (text: string) => Array.from(text).reverse().join("");

describe("the direction of reading", () => {
  it("text of one direction is kept, or turned round as a whole", () => {
    expect(onPaper("Jürgen Szőke (Graz) 👍")).toBe("Jürgen Szőke (Graz) 👍");
    expect(onPaper("משה כהן")).toBe(reversed("משה כהן"));
  });

  it("a Hebrew name within a German sentence is turned round alone", () => {
    expect(onPaper("Familie כהן (Graz), 12 Personen")).toBe(`Familie ${reversed("כהן")} (Graz), 12 Personen`);
  });

  it("numbers within right-to-left text stay as they are, and brackets are mirrored", () => {
    expect(onPaper("שלום (עולם), 24.11.2026")).toBe(`24.11.2026 ,(${reversed("עולם")}) ${reversed("שלום")}`);
    expect(onPaper("رقم ١٢٣")).toBe(`١٢٣ ${reversed("رقم")}`);
  });

  it("letters of two code units stay whole in right-to-left text", () => {
    expect(onPaper("א👍ב")).toBe("ב👍א");
  });

  it("a direction that is forced upon letters changes nothing but shows", () => {
    expect(onPaper("Konto \u202E123\u202C")).toBe("Konto \u202E123\u202C");
    expect(onPaper("א \u202Dבג\u202C")).toBe(reversed("א \u202Dבג\u202C"));
  });

  it("each line of a right-to-left paragraph is read from the right, whatever it begins with", () => {
    expect(directionOf("שלום Graz")).toBe("rtl");
    expect(lettersFromTheLeft("Graz שלום", "rtl").join("")).toBe(`${reversed("שלום")} Graz`);
    expect(directionOf("Graz שלום")).toBe("ltr");
  });
});
