import PDFDocument from "pdfkit";

/**
 * PDF document whose title and other metadata are escaped, because pdfkit writes them into XML unescaped, last of all.
 */
export class PdfWithEscapedMetadata extends PDFDocument {
  override endMetadata() {
    for (const [name, said] of Object.entries(this.info))
      if (typeof said === "string") Object.assign(this.info, { [name]: escapeXmlText(said) });
    super.endMetadata();
  }
}

/** Text escaped for XML; characters that XML 1.0 cannot hold are left out. */
const escapeXmlText = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
