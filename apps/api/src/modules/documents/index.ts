/** Documents for people outside: what stands in them, and the press that makes PDFs of them. */
export type { Block, Document } from "./document";
export { PdfPress } from "./pdf-press.service";
