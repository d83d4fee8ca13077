import { describe, expect, it } from "vitest";
import { paragraphDirection, reorderLettersForDisplay } from "./reading-direction.service";

/** Text as it appears on paper; the editor decides how Hebrew letters are displayed here. */
const displayedText = (text: string) => reorderLettersForDisplay(text, paragraphDirection(text)).join("");
const reverseLetters = (text: string) => Array.from(text).reverse().join("");

describe("the direction of reading", () => {
  it("left-to-right text keeps its order, and right-to-left text is reversed for display", () => {
    expect(displayedText("Jürgen Szőke (Graz) 👍")).toBe("Jürgen Szőke (Graz) 👍");
    expect(displayedText("משה כהן")).toBe(reverseLetters("משה כהן"));
  });

  it("a Hebrew name within a German sentence is reversed alone for display", () => {
    expect(displayedText("Familie כהן (Graz), 12 Personen")).toBe(
      `Familie ${reverseLetters("כהן")} (Graz), 12 Personen`,
    );
  });

  it("numbers within right-to-left text keep their order, and brackets are mirrored", () => {
    expect(displayedText("שלום (עולם), 24.11.2026")).toBe(
      `24.11.2026 ,(${reverseLetters("עולם")}) ${reverseLetters("שלום")}`,
    );
    expect(displayedText("رقم ١٢٣")).toBe(`١٢٣ ${reverseLetters("رقم")}`);
  });

  it("characters of two code units stay whole in right-to-left text", () => {
    expect(displayedText("א👍ב")).toBe("ב👍א");
  });

  it("direction control characters do not change the displayed order of letters", () => {
    expect(displayedText("Konto \u202E123\u202C")).toBe("Konto \u202E123\u202C");
    expect(displayedText("א \u202Dבג\u202C")).toBe(reverseLetters("א \u202Dבג\u202C"));
  });

  it("each line of a right-to-left paragraph is displayed from the right, even if it begins with a Latin word", () => {
    expect(paragraphDirection("שלום Graz")).toBe("rtl");
    expect(reorderLettersForDisplay("Graz שלום", "rtl").join("")).toBe(`${reverseLetters("שלום")} Graz`);
    expect(paragraphDirection("Graz שלום")).toBe("ltr");
  });
});
