import { writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { Transformer } from "@napi-rs/image";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { DocumentBlock } from "./document";
import { createTestPrintableDocument, countPdfPages, createTestPdfPrinters } from "./pdf-press-testkit";

/** EXIF segment of a JPEG whose top is on the right. */
const SIDEWAYS_EXIF_SEGMENT = Buffer.from(
  "ffe1002245786966000049492a000800000001001201030001000000" + "0600000000000000",
  "hex",
);
/** Streams of a PDF, unpacked: the drawing of each page, and all others. */
const unpackedPdfStreamsOf = (pdf: Buffer) =>
  Array.from(pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g), ([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
const unpackedPdfTextOf = (pdf: Buffer) => unpackedPdfStreamsOf(pdf).join("\n");

// Starting threads from their sources takes long on a busy machine.
describe("the PDF printer", { timeout: 120_000 }, () => {
  const presses = createTestPdfPrinters();

  it("the PDF printer prints a document that is asked for while its idle thread is being ended", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const press = presses.open();
    await press.print(createTestPrintableDocument([]));
    vi.advanceTimersToNextTimer();
    expect(countPdfPages(await press.print(createTestPrintableDocument([])))).toBe(1);
  });

  it("the PDF printer breaks pages, repeats the headers of tables, and splits rows that are longer than a page", async () => {
    const rows = Array.from({ length: 200 }, (_, row) => ({
      cells: [`${row}`, "Wort ".repeat(20)],
      isStruck: row % 2 === 0,
    }));
    const columns = [
      { title: "Nr", share: 0.2 },
      { title: "Text", share: 0.8 },
    ];
    const blocks: DocumentBlock[] = [
      { kind: "table", columns, rows: [...rows, { cells: ["lang", "Zeile\n".repeat(300)] }] },
      { kind: "notice", text: "x".repeat(20_000) },
      { kind: "facts", facts: [["Name", "\u0000\u202E👍 Ωмя Őž"]] },
      { kind: "rule" },
    ];
    const pdf = await presses.open().print(createTestPrintableDocument(blocks));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(countPdfPages(pdf)).toBeGreaterThan(10);
  });

  it("the PDF printer leaves no heading at the foot of a page without the first row of its table", async () => {
    const press = presses.open();
    const table: DocumentBlock = {
      kind: "table",
      columns: [{ title: "T", share: 1 }],
      rows: [{ cells: ["Zeile\nZeile"] }],
    };
    const note: DocumentBlock = { kind: "text", text: "Hinweis" };
    for (let lines = 70; lines < 90; lines++) {
      const above = Array.from({ length: lines }, (): DocumentBlock => ({ kind: "rule" }));
      const heading: DocumentBlock = { kind: "heading", text: "H", level: 2 };
      const pdf = await press.print(
        createTestPrintableDocument([...above, heading, ...(lines % 2 ? [note] : []), table]),
      );
      const pages = unpackedPdfStreamsOf(pdf).filter((content) => / 12 Tf/.test(content));
      // Five texts have the small size: the title of the column, two lines of its first row, and two texts at the foot.
      expect(pages.map((content) => content.match(/ 8 Tf/g)?.length)).toEqual([5]);
    }
  });

  it("the PDF printer prints a long footer in up to three lines, and ends one that is longer with an ellipsis", async () => {
    const press = presses.open();
    const printed = async (words: number) => {
      const document = { ...createTestPrintableDocument([]), footer: Array(words).fill("Wort").join(" ") };
      const content = unpackedPdfTextOf(await press.print(document));
      // An empty document has no other texts at the left margin. Its font numbers glyphs in the order of their drawing.
      const lines = Array.from(content.matchAll(/1 0 0 1 48 ([\d.]+) Tm\n[^[]*(\[.*\]) TJ/g), ([, y, drawn = ""]) => ({
        y: Number(y),
        glyphs: Array.from(drawn.matchAll(/<([0-9a-f]+)>/g), ([, glyphs]) => glyphs).join(""),
      }));
      const places = lines.map(({ y }) => y);
      expect(places).toEqual(places.toSorted((a, b) => b - a));
      const glyphs = lines.map((line) => line.glyphs).join("");
      return { lines: places.length, words: glyphs.match(/0001000200030004/g)?.length, last: glyphs.slice(-4) };
    };
    expect(await printed(2)).toEqual({ lines: 1, words: 2, last: "0004" });
    expect(await printed(45)).toEqual({ lines: 3, words: 45, last: "0004" });
    // After the four letters and the space comes the ellipsis.
    expect(await printed(500)).toMatchObject({ lines: 3, last: "0006" });
  });

  it("the PDF printer draws letters and their separate accents as one, and aligns figures in columns", async () => {
    const press = presses.open();
    const drawn = async (value: string) =>
      unpackedPdfTextOf(await press.print(createTestPrintableDocument([{ kind: "text", text: value }])))
        .split("\n")
        .filter((line) => line.endsWith("TJ"))[0];
    expect(await drawn("Jürgen Szőke".normalize("NFD"))).toBe(await drawn("Jürgen Szőke"));
    // All digits have one width, so pdfkit moves none of them; distances would appear between the parts of the text.
    expect(await drawn("24.11.2026")).toMatch(/^\[<[0-9a-f]{40}> 0\] TJ$/);
  });

  it("the PDF printer prints Hebrew and joined Arabic letters from right to left, each as one glyph", async () => {
    const press = presses.open();
    const drawn = async (value: string) =>
      unpackedPdfTextOf(await press.print(createTestPrintableDocument([{ kind: "text", text: value }])))
        .split("\n")
        .filter((line) => line.endsWith("TJ"))[0];
    // A font numbers its glyphs in the order in which they are drawn.
    expect(await drawn("אב")).toMatch(/^\[<00010002> 0\] TJ$/);
    expect(await drawn("אבא")).toMatch(/^\[<000100020001> 0\] TJ$/);
    // The three forms of one letter: at the end, in the middle, and at the beginning of a word.
    expect(await drawn("ععع")).toMatch(/^\[<000100020003> 0\] TJ$/);
    expect(await drawn("١٢١")).toMatch(/^\[<000100020001> 0\] TJ$/);
  });

  it("the PDF printer prints Arabic words with vowels and marks that the font has no place for, and places all others", async () => {
    const press = presses.open();
    // Letters and vowels of which fonts hold no place for one on the other (OpenType allows that).
    const words = ["شَرِيفِ", "لَطِيفِ", "شَرِيفٍ", "مُحَمَّدۖ", "\u06A2", "\u06A3", "\u06A5", "\u0760", "\u0761", "\u08A4"];
    for (const text of words)
      expect(countPdfPages(await press.print(createTestPrintableDocument([{ kind: "text", text }])))).toBe(1);
    const drawn = unpackedPdfTextOf(await press.print(createTestPrintableDocument([{ kind: "text", text: "لَطِيفِ" }])));
    // pdfkit sets each vowel that does not lie on the baseline at a height of its own: two of the three vowels here.
    const heights = Array.from(drawn.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g), ([, height]) => height);
    expect(new Set(heights).size).toBeGreaterThan(2);
  });

  it("the PDF printer prints a text in place of a picture or signature that cannot be drawn, and continues", async () => {
    const pdf = await presses.open().print(
      createTestPrintableDocument([
        { kind: "picture", file: { path: "no/such.jpg", mime_type: "image/jpeg" }, caption: "c", otherwise: "o" },
        { kind: "signature", drawing: { svgPath: "M0 0 alert(1)" }, caption: "c", isStruck: true, otherwise: "o" },
      ]),
    );
    expect(countPdfPages(pdf)).toBe(1);
  });

  it("the PDF printer puts transparent pictures on a white background", async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="240"><path d="M9 9h500v99" stroke="black" fill="none"/></svg>';
    writeFileSync(presses.path("a.webp"), await Transformer.fromSvg(drawing).webpLossless());
    writeFileSync(presses.path("a.png"), await Transformer.fromSvg(drawing).png());
    const signature = (path: string, mime_type: string): DocumentBlock => ({
      kind: "signature",
      drawing: { file: { path, mime_type } },
      caption: "c",
      isStruck: false,
      otherwise: "cannot be shown",
    });
    const pdf = await presses
      .open()
      .print(createTestPrintableDocument([signature("a.webp", "image/webp"), signature("a.png", "image/png")]));
    const text = pdf.toString("latin1");
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(text).not.toContain("/SMask");
    const jpeg = pdf.subarray(pdf.indexOf("\u00ff\u00d8\u00ff", 0, "latin1"));
    const pixels = await new Transformer(jpeg).rawPixels();
    expect([...pixels.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("the PDF printer rotates a photo that a phone took sideways, and keeps its proportions", async () => {
    const wide = await Transformer.fromSvg('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"/>').jpeg();
    writeFileSync(
      presses.path("wide.jpg"),
      Buffer.concat([wide.subarray(0, 2), SIDEWAYS_EXIF_SEGMENT, wide.subarray(2)]),
    );
    const file = { path: "wide.jpg", mime_type: "image/jpeg" };
    const pdf = await presses
      .open()
      .print(createTestPrintableDocument([{ kind: "picture", file, caption: "c", otherwise: "o" }]));
    // The matrix of the picture before it is turned: its width of 300 points becomes the height on the page.
    expect(unpackedPdfTextOf(pdf)).toMatch(/\n300 0 0 -150 [\d. -]+cm\n\/I\d+ Do/);
  });
});
