import PDFDocument from "pdfkit";

/** pdfkit takes what is said of a document for XML when it writes its metadata, last of all. */
export class TitledPdf extends PDFDocument {
  override endMetadata() {
    for (const [name, said] of Object.entries(this.info))
      if (typeof said === "string") Object.assign(this.info, { [name]: asXml(said) });
    super.endMetadata();
  }
}

/** What XML 1.0 cannot hold is left out. */
const asXml = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
