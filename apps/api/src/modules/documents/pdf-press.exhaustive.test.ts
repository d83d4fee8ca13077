import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { Transformer } from "@napi-rs/image";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Block, Document } from "./document";
import { PdfPress, type PressLimits } from "./pdf-press.service";

const documentOf = (blocks: readonly Block[]): Document => ({
  title: "Probe",
  author: "Bestattung",
  language: "de",
  footer: "Probe",
  pageWords: { page: "Seite", of: "von" },
  madeAt: 0,
  blocks,
});
const short = documentOf([{ kind: "text", text: "Größe" }]);
/** Takes a while. */
const long = documentOf(
  Array.from({ length: 1_000 }, (_, row) => ({ kind: "text", text: `Zeile ${row} ${"lang ".repeat(60)}` }) as const),
);
/** Takes more time and more memory than a press of these tests has. */
const huge = documentOf(
  Array.from({ length: 30_000 }, (_, row) => ({ kind: "text", text: `Zeile ${row} ${"lang ".repeat(60)}` }) as const),
);
/** The part of a JPEG by which EXIF says that its top is on the right. */
const SIDEWAYS = Buffer.from("ffe1002245786966000049492a000800000001001201030001000000" + "0600000000000000", "hex");
/** What is drawn on all pages. */
const contentsOf = (pdf: Buffer) =>
  Array.from(pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g), ([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  }).join("\n");
const pagesOf = (pdf: Buffer) => (pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []).length;

// Starting threads from their sources takes long on a busy machine.
describe("the press of documents", { timeout: 120_000 }, () => {
  let folder: string;
  const presses: PdfPress[] = [];
  const aPress = (limits: Partial<PressLimits> = {}) => {
    const press = new PdfPress(folder, limits);
    presses.push(press);
    return press;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leitstand-press-"));
  });
  afterEach(async () => {
    await Promise.all(presses.splice(0).map((press) => press.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it("breaks pages, repeats the heads of tables, and sets what is longer than a page", async () => {
    const rows = Array.from({ length: 200 }, (_, row) => ({
      cells: [`${row}`, "Wort ".repeat(20)],
      isStruck: row % 2 === 0,
    }));
    const columns = [
      { title: "Nr", share: 0.2 },
      { title: "Text", share: 0.8 },
    ];
    const blocks: Block[] = [
      { kind: "table", columns, rows: [...rows, { cells: ["lang", "Zeile\n".repeat(300)] }] },
      { kind: "notice", text: "x".repeat(20_000) },
      { kind: "facts", facts: [["Name", "\u0000\u202E👍 Ωмя Őž"]] },
      { kind: "rule" },
    ];
    const pdf = await aPress().print(documentOf(blocks));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pagesOf(pdf)).toBeGreaterThan(10);
  });

  it("sets letters whose marks came apart as one, and figures in columns", async () => {
    const press = aPress();
    const drawn = async (value: string) =>
      contentsOf(await press.print(documentOf([{ kind: "text", text: value }])))
        .split("\n")
        .filter((line) => line.endsWith("TJ"))[0];
    expect(await drawn("Jürgen Szőke".normalize("NFD"))).toBe(await drawn("Jürgen Szőke"));
    // As wide as each other, so that nothing is moved between them: pdfkit would write by how much.
    expect(await drawn("24.11.2026")).toMatch(/^\[<[0-9a-f]{40}> 0\] TJ$/);
  });

  it("says instead of a picture or signature that it cannot be shown, and goes on", async () => {
    const pdf = await aPress().print(
      documentOf([
        { kind: "picture", file: { path: "no/such.jpg", mime_type: "image/jpeg" }, caption: "c", otherwise: "o" },
        { kind: "signature", drawing: { svgPath: "M0 0 alert(1)" }, caption: "c", isStruck: true, otherwise: "o" },
      ]),
    );
    expect(pagesOf(pdf)).toBe(1);
  });

  it("lays pictures that are clear in places on white, as paper is", async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="240"><path d="M9 9h500v99" stroke="black" fill="none"/></svg>';
    writeFileSync(join(folder, "a.webp"), await Transformer.fromSvg(drawing).webpLossless());
    writeFileSync(join(folder, "a.png"), await Transformer.fromSvg(drawing).png());
    const signature = (path: string, mime_type: string): Block => ({
      kind: "signature",
      drawing: { file: { path, mime_type } },
      caption: "c",
      isStruck: false,
      otherwise: "cannot be shown",
    });
    const pdf = await aPress().print(documentOf([signature("a.webp", "image/webp"), signature("a.png", "image/png")]));
    const text = pdf.toString("latin1");
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(text).not.toContain("/SMask");
    const jpeg = pdf.subarray(pdf.indexOf("\u00ff\u00d8\u00ff", 0, "latin1"));
    const pixels = await new Transformer(jpeg).rawPixels();
    expect([...pixels.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("turns a photo that a phone took sideways, and keeps its shape", async () => {
    const wide = await Transformer.fromSvg('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"/>').jpeg();
    writeFileSync(join(folder, "wide.jpg"), Buffer.concat([wide.subarray(0, 2), SIDEWAYS, wide.subarray(2)]));
    const file = { path: "wide.jpg", mime_type: "image/jpeg" };
    const pdf = await aPress().print(documentOf([{ kind: "picture", file, caption: "c", otherwise: "o" }]));
    // The matrix in front of the picture: before it is turned, as wide as 300 points are high, and half as high.
    expect(contentsOf(pdf)).toMatch(/\n300 0 0 -150 [\d. -]+cm\n\/I\d+ Do/);
  });

  it("gives up what takes too much, alone, and prints the next one", async () => {
    const press = aPress({ heapBytesMax: 32 * 1_048_576 });
    await expect(press.print(huge)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    expect(pagesOf(await press.print(short))).toBe(1);
  });

  it("gives up what takes too long", async () => {
    const press = aPress({ printMsMax: 5_000 });
    await press.print(short);
    const late = aPress({ printMsMax: 1 });
    await expect(late.print(huge)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("sends away whoever would have to wait for too long, and serves them later", async () => {
    const press = aPress({ waitMs: 1 });
    await Promise.all([press.print(short), press.print(short)]);
    const many = await Promise.allSettled(Array.from({ length: 12 }, () => press.print(long)));
    const refused = many.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
    expect(pagesOf(await press.print(short))).toBe(1);
  });
});
