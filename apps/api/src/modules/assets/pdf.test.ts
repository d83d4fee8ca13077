import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { findPdfFault } from "./pdf.service";

const latin1Buffer = (text: string) => Buffer.from(text, "latin1");
const pdfOf = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat([
    latin1Buffer("%PDF-1.7\n"),
    ...parts.map((part) => Buffer.from(part as string, "latin1")),
    latin1Buffer("\nstartxref\n9\n%%EOF\n"),
  ]);
const pdfStream = (dictionary: string, data: Uint8Array) =>
  Buffer.concat([latin1Buffer(`7 0 obj\n<<${dictionary}>>\nstream\n`), data, latin1Buffer("\nendstream\nendobj\n")]);
const pdfObject = (text: string) => latin1Buffer(`1 0 ${text}`);
const javaScriptPdfObject = pdfObject("<</S/JavaScript/JS(app.alert(1))>>");
const harmlessPdfObject = pdfObject("<</Type/Page/Parent 2 0 R>>");
const OBJECT_STREAM_TYPE = "/Type/ObjStm/N 1/First 4";
const hexEncode = (bytes: Uint8Array) => latin1Buffer(`${Buffer.from(bytes).toString("hex")}>`);

/** Encodes bytes as programs write cross-reference tables: each row as the difference to the row above it. */
function encodeWithPngUpPrediction(bytes: Uint8Array, columns: number) {
  const rows: Buffer[] = [];
  for (let row = 0; row * columns < bytes.length; row++) {
    const line = Buffer.alloc(columns + 1);
    line[0] = 2;
    for (let at = 0; at < columns; at++)
      line[at + 1] = (bytes[row * columns + at] ?? 0) - (row === 0 ? 0 : (bytes[(row - 1) * columns + at] ?? 0));
    rows.push(line);
  }
  return Buffer.concat(rows);
}

function base85Encode(bytes: Uint8Array) {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let text = "";
  for (let at = 0; at < padded.length; at += 4) {
    let group = "";
    for (let number = padded.readUInt32BE(at), digit = 0; digit < 5; digit++, number = Math.floor(number / 85))
      group = String.fromCharCode(33 + (number % 85)) + group;
    text += group;
  }
  return latin1Buffer(`${text.slice(0, text.length - (padded.length - bytes.length))}~>`);
}

describe("a PDF", () => {
  it("a PDF without active content is accepted, compressed or not", () => {
    expect(findPdfFault(pdfOf("1 0 obj<</Type/Catalog/Names 5 0 R>>endobj"))).toBeUndefined();
    expect(
      findPdfFault(pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/FlateDecode`, deflateSync(harmlessPdfObject)))),
    ).toBeUndefined();
    expect(
      findPdfFault(pdfOf(pdfStream("/Filter/DCTDecode", latin1Buffer("~/JS \u00ff packed bytes")))),
    ).toBeUndefined();
  });

  it.each([
    "https://example.org/a?b=(c)",
    "mailto:a@example.org",
    "file:///C:/schein.docx",
    "javascript-kurs.html",
    "Seite2",
  ])("a PDF with a link to %s is accepted", (address) => {
    expect(findPdfFault(pdfOf(`1 0 obj<</A<</S/URI/URI(${address})>>>>endobj`))).toBeUndefined();
  });

  it("a PDF without its end is refused as damaged", () => {
    expect(findPdfFault(latin1Buffer("%PDF-1.7 and nothing more"))).toBe("DAMAGED");
  });

  it.each([
    ["in plain sight", pdfOf("1 0 obj<</OpenAction<</S/JavaScript/JS(1)>>>>endobj")],
    ["under a name that is spelt otherwise", pdfOf("1 0 obj<</S/#4A#61vaScript>>endobj")],
    ["as a script alone", pdfOf("1 0 obj<</JS(1)>>endobj")],
    ["behind a bracket that never closes", pdfOf("(", "1 0 obj<</S/JavaScript>>endobj")],
    ["within the bytes of a picture", pdfOf(pdfStream("/Subtype/Image", latin1Buffer("1 0 obj<</S/Launch>>endobj")))],
    ["as a file within the file", pdfOf("1 0 obj<</Names<</EmbeddedFiles 3 0 R>>>>endobj")],
    ["as a recording with a script", pdfOf("1 0 obj<</S/Rendition/JS(1)>>endobj")],
    ["packed", pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/FlateDecode`, deflateSync(javaScriptPdfObject)))],
    [
      "packed, where nothing says so",
      pdfOf(pdfStream(`/N 1/First 4/Filter/FlateDecode`, deflateSync(javaScriptPdfObject))),
    ],
    [
      "packed, where names are spelt otherwise",
      pdfOf(pdfStream(`/#4e 1/F#69rst 4/Filter[/Fl#61teDecode]`, deflateSync(javaScriptPdfObject))),
    ],
    [
      "packed twice",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter[/AHx/FlateDecode]`, hexEncode(deflateSync(javaScriptPdfObject)))),
    ],
    [
      "packed as letters",
      pdfOf(
        pdfStream(`${OBJECT_STREAM_TYPE}/Filter[/ASCII85Decode/Fl]`, base85Encode(deflateSync(javaScriptPdfObject))),
      ),
    ],
    ["not packed, though it could be", pdfOf(pdfStream(OBJECT_STREAM_TYPE, javaScriptPdfObject))],
    [
      "packed and foretold",
      pdfOf(
        pdfStream(
          `${OBJECT_STREAM_TYPE}/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>`,
          deflateSync(encodeWithPngUpPrediction(javaScriptPdfObject, 5)),
        ),
      ),
    ],
    [
      "packed within the bytes of a picture",
      pdfOf(
        pdfStream(
          "/Subtype/Image",
          pdfStream(`${OBJECT_STREAM_TYPE}/Filter/FlateDecode`, deflateSync(javaScriptPdfObject)),
        ),
      ),
    ],
    [
      "packed, behind a comment",
      pdfOf(
        latin1Buffer(`7 0 %\nobj%\n<<${OBJECT_STREAM_TYPE}/Filter/FlateDecode>>%>>\nstream\r\n`),
        deflateSync(javaScriptPdfObject),
        "endstream",
      ),
    ],
    [
      "as a jump into a file of another machine",
      pdfOf("1 0 obj<</OpenAction<</S/GoToR/F(\\\\\\\\host\\\\share\\\\x.pdf)>>>>endobj"),
    ],
    ["as an address that is a script", pdfOf("1 0 obj<</A<</S/URI/URI(javascript:alert\\(1\\))>>>>endobj")],
    ["as an address whose letters are numbers", pdfOf("1 0 obj<</URI (\\152ava\\\nscript:x)>>endobj")],
    ["as an address in digits", pdfOf("1 0 obj<</URI <6A617661 7363726970743A78>>>endobj")],
    ["as an address in UTF-16", pdfOf("1 0 obj<</URI(\u00fe\u00ff\0j\0a\0v\0a\0s\0c\0r\0i\0p\0t\0:\0x)>>endobj")],
    ["as an address that stands elsewhere", pdfOf("1 0 obj<</S/URI/URI 5 0 R>>endobj")],
    ["as an address of another machine", pdfOf("1 0 obj<</S/URI/URI(file://host/share/x.exe)>>endobj")],
    [
      "packed, as an address",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/FlateDecode`, deflateSync(pdfObject("<</URI(JavaScript:x)>>")))),
    ],
  ])("a PDF with active content is recognised: %s", (_how, pdf) => {
    expect(findPdfFault(pdf)).toBe("ACTIVE_CONTENT");
  });

  it.each([
    [
      "damaged",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/FlateDecode`, deflateSync(javaScriptPdfObject).subarray(0, 20))),
    ],
    [
      "by a filter that we do not know",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/LZWDecode`, deflateSync(javaScriptPdfObject))),
    ],
    [
      "by a filter that is told elsewhere",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter 9 0 R`, deflateSync(javaScriptPdfObject))),
    ],
    [
      "by parameters that are told elsewhere",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/Fl/DecodeParms 9 0 R`, deflateSync(javaScriptPdfObject))),
    ],
    [
      "by two filters of which readers take either",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/AHx/Filter/Fl`, deflateSync(javaScriptPdfObject))),
    ],
    ["in another file", pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/F(x)`, harmlessPdfObject))],
    [
      "larger than any honest one",
      pdfOf(pdfStream(`${OBJECT_STREAM_TYPE}/Filter/Fl`, deflateSync(Buffer.alloc(17_000_000)))),
    ],
    ["without saying where they begin", pdfOf(pdfStream("/Type/ObjStm", deflateSync(harmlessPdfObject)))],
  ])("a PDF whose objects are compressed %s is refused", (_how, pdf) => {
    expect(findPdfFault(pdf)).toBe("UNREADABLE");
  });

  it("an encrypted PDF is refused", () => {
    expect(findPdfFault(pdfOf("trailer<</Root 1 0 R/#45ncrypt 4 0 R>>"))).toBe("ENCRYPTED");
  });
});
