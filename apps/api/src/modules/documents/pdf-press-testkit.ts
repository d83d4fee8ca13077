/** Documents to be printed, and presses for them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { DocumentBlock, PaperDocument } from "./document";
import { PdfPrinter, type PdfPrinterLimits } from "./pdf-printer.service";

export const createTestPrintableDocument = (blocks: readonly DocumentBlock[]): PaperDocument => ({
  title: "Probe",
  author: "Bestattung",
  language: "de",
  footer: "Probe",
  pageWords: { page: "Seite", of: "von" },
  madeAt: 0,
  blocks,
});
export const countPdfPages = (pdf: Buffer) => (pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []).length;

/** Starts presses with a folder of their own; both are removed after each test. */
export function createTestPdfPrinters() {
  let folder = "";
  const presses: PdfPrinter[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leitstand-press-"));
  });
  afterEach(async () => {
    await Promise.all(presses.splice(0).map((press) => press.stop()));
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    path: (name: string) => join(folder, name),
    open(limits: Partial<PdfPrinterLimits> = {}) {
      const press = new PdfPrinter(folder, limits);
      presses.push(press);
      return press;
    },
  };
}
