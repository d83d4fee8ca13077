/** Exports of the documents module: the content of documents, and the printer that makes PDFs of them. */
export type { DocumentBlock, PaperDocument } from "./document";
export { PdfPrinter } from "./pdf-printer.service";
