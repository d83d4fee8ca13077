import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { findPdfFault } from "./pdf.service";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const aPdf = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat([
    latin1("%PDF-1.7\n"),
    ...parts.map((part) => Buffer.from(part as string, "latin1")),
    latin1("\nstartxref\n9\n%%EOF\n"),
  ]);
const aStream = (dictionary: string, data: Uint8Array) =>
  Buffer.concat([latin1(`7 0 obj\n<<${dictionary}>>\nstream\n`), data, latin1("\nendstream\nendobj\n")]);
const objects = (text: string) => latin1(`1 0 ${text}`);
const acting = objects("<</S/JavaScript/JS(app.alert(1))>>");
const harmless = objects("<</Type/Page/Parent 2 0 R>>");
const type = "/Type/ObjStm/N 1/First 4";
const hex = (bytes: Uint8Array) => latin1(`${Buffer.from(bytes).toString("hex")}>`);

/** Encodes bytes as programs write cross-reference tables: each row as the difference to the row above it. */
function foretoldFromAbove(bytes: Uint8Array, columns: number) {
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

function base85(bytes: Uint8Array) {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let text = "";
  for (let at = 0; at < padded.length; at += 4) {
    let group = "";
    for (let number = padded.readUInt32BE(at), digit = 0; digit < 5; digit++, number = Math.floor(number / 85))
      group = String.fromCharCode(33 + (number % 85)) + group;
    text += group;
  }
  return latin1(`${text.slice(0, text.length - (padded.length - bytes.length))}~>`);
}

describe("a PDF", () => {
  it("a PDF is kept when it has no active content, packed or not", () => {
    expect(findPdfFault(aPdf("1 0 obj<</Type/Catalog/Names 5 0 R>>endobj"))).toBeUndefined();
    expect(findPdfFault(aPdf(aStream(`${type}/Filter/FlateDecode`, deflateSync(harmless))))).toBeUndefined();
    expect(findPdfFault(aPdf(aStream("/Filter/DCTDecode", latin1("~/JS \u00ff packed bytes"))))).toBeUndefined();
  });

  it.each([
    "https://example.org/a?b=(c)",
    "mailto:a@example.org",
    "file:///C:/schein.docx",
    "javascript-kurs.html",
    "Seite2",
  ])("a PDF with a link to %s is kept", (address) => {
    expect(findPdfFault(aPdf(`1 0 obj<</A<</S/URI/URI(${address})>>>>endobj`))).toBeUndefined();
  });

  it("a PDF without its end is damaged", () => {
    expect(findPdfFault(latin1("%PDF-1.7 and nothing more"))).toBe("DAMAGED");
  });

  it.each([
    ["in plain sight", aPdf("1 0 obj<</OpenAction<</S/JavaScript/JS(1)>>>>endobj")],
    ["under a name that is spelt otherwise", aPdf("1 0 obj<</S/#4A#61vaScript>>endobj")],
    ["as a script alone", aPdf("1 0 obj<</JS(1)>>endobj")],
    ["behind a bracket that never closes", aPdf("(", "1 0 obj<</S/JavaScript>>endobj")],
    ["within the bytes of a picture", aPdf(aStream("/Subtype/Image", latin1("1 0 obj<</S/Launch>>endobj")))],
    ["as a file within the file", aPdf("1 0 obj<</Names<</EmbeddedFiles 3 0 R>>>>endobj")],
    ["as a recording with a script", aPdf("1 0 obj<</S/Rendition/JS(1)>>endobj")],
    ["packed", aPdf(aStream(`${type}/Filter/FlateDecode`, deflateSync(acting)))],
    ["packed, where nothing says so", aPdf(aStream(`/N 1/First 4/Filter/FlateDecode`, deflateSync(acting)))],
    [
      "packed, where names are spelt otherwise",
      aPdf(aStream(`/#4e 1/F#69rst 4/Filter[/Fl#61teDecode]`, deflateSync(acting))),
    ],
    ["packed twice", aPdf(aStream(`${type}/Filter[/AHx/FlateDecode]`, hex(deflateSync(acting))))],
    ["packed as letters", aPdf(aStream(`${type}/Filter[/ASCII85Decode/Fl]`, base85(deflateSync(acting))))],
    ["not packed, though it could be", aPdf(aStream(type, acting))],
    [
      "packed and foretold",
      aPdf(
        aStream(
          `${type}/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>`,
          deflateSync(foretoldFromAbove(acting, 5)),
        ),
      ),
    ],
    [
      "packed within the bytes of a picture",
      aPdf(aStream("/Subtype/Image", aStream(`${type}/Filter/FlateDecode`, deflateSync(acting)))),
    ],
    [
      "packed, behind a comment",
      aPdf(latin1(`7 0 %\nobj%\n<<${type}/Filter/FlateDecode>>%>>\nstream\r\n`), deflateSync(acting), "endstream"),
    ],
    [
      "as a jump into a file of another machine",
      aPdf("1 0 obj<</OpenAction<</S/GoToR/F(\\\\\\\\host\\\\share\\\\x.pdf)>>>>endobj"),
    ],
    ["as an address that is a script", aPdf("1 0 obj<</A<</S/URI/URI(javascript:alert\\(1\\))>>>>endobj")],
    ["as an address whose letters are numbers", aPdf("1 0 obj<</URI (\\152ava\\\nscript:x)>>endobj")],
    ["as an address in digits", aPdf("1 0 obj<</URI <6A617661 7363726970743A78>>>endobj")],
    ["as an address in UTF-16", aPdf("1 0 obj<</URI(\u00fe\u00ff\0j\0a\0v\0a\0s\0c\0r\0i\0p\0t\0:\0x)>>endobj")],
    ["as an address that stands elsewhere", aPdf("1 0 obj<</S/URI/URI 5 0 R>>endobj")],
    ["as an address of another machine", aPdf("1 0 obj<</S/URI/URI(file://host/share/x.exe)>>endobj")],
    [
      "packed, as an address",
      aPdf(aStream(`${type}/Filter/FlateDecode`, deflateSync(objects("<</URI(JavaScript:x)>>")))),
    ],
  ])("a PDF with active content is recognised: %s", (_how, pdf) => {
    expect(findPdfFault(pdf)).toBe("ACTIVE_CONTENT");
  });

  it.each([
    ["damaged", aPdf(aStream(`${type}/Filter/FlateDecode`, deflateSync(acting).subarray(0, 20)))],
    ["by a filter that we do not know", aPdf(aStream(`${type}/Filter/LZWDecode`, deflateSync(acting)))],
    ["by a filter that is told elsewhere", aPdf(aStream(`${type}/Filter 9 0 R`, deflateSync(acting)))],
    [
      "by parameters that are told elsewhere",
      aPdf(aStream(`${type}/Filter/Fl/DecodeParms 9 0 R`, deflateSync(acting))),
    ],
    ["by two filters of which readers take either", aPdf(aStream(`${type}/Filter/AHx/Filter/Fl`, deflateSync(acting)))],
    ["in another file", aPdf(aStream(`${type}/F(x)`, harmless))],
    ["larger than any honest one", aPdf(aStream(`${type}/Filter/Fl`, deflateSync(Buffer.alloc(17_000_000))))],
    ["without saying where they begin", aPdf(aStream("/Type/ObjStm", deflateSync(harmless)))],
  ])("a PDF whose objects are packed %s is refused", (_how, pdf) => {
    expect(findPdfFault(pdf)).toBe("UNREADABLE");
  });

  it("an encrypted PDF is refused", () => {
    expect(findPdfFault(aPdf("trailer<</Root 1 0 R/#45ncrypt 4 0 R>>"))).toBe("ENCRYPTED");
  });
});
