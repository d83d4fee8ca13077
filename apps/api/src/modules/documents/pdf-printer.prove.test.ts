import { describe, expect, it } from "vitest";
import { createTestPrintableDocument, countPdfPages, createTestPdfPrinters } from "./pdf-press-testkit";

const shortDocument = createTestPrintableDocument([{ kind: "text", text: "Größe" }]);
/** Document that takes a while to print. */
const longDocument = createTestPrintableDocument(
  Array.from({ length: 1_000 }, (_, row) => ({ kind: "text", text: `Zeile ${row} ${"lang ".repeat(60)}` }) as const),
);
/** Document that takes more time and memory than the printers of these tests may use. */
const hugeDocument = createTestPrintableDocument(
  Array.from({ length: 30_000 }, (_, row) => ({ kind: "text", text: `Zeile ${row} ${"lang ".repeat(60)}` }) as const),
);

describe("the PDF printer", { timeout: 120_000 }, () => {
  const presses = createTestPdfPrinters();

  it("the PDF printer gives up a document that takes too much memory, and prints the next one", async () => {
    const press = presses.open({ heapBytesMax: 32 * 1_048_576 });
    await expect(press.print(hugeDocument)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    expect(countPdfPages(await press.print(shortDocument))).toBe(1);
  });

  it("the PDF printer gives up a document that takes too long", async () => {
    const press = presses.open({ printMsMax: 5_000 });
    await press.print(shortDocument);
    const late = presses.open({ printMsMax: 1 });
    await expect(late.print(hugeDocument)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("the PDF printer refuses documents that would have to wait too long, and prints them later", async () => {
    const press = presses.open({ waitMs: 1 });
    await Promise.all([press.print(shortDocument), press.print(shortDocument)]);
    const many = await Promise.allSettled(Array.from({ length: 12 }, () => press.print(longDocument)));
    const refused = many.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
    expect(countPdfPages(await press.print(shortDocument))).toBe(1);
  });
});
