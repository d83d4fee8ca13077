/** Reads PDF objects from compressed streams; a stream that cannot be decompressed is refused. */
import { inflateSync } from "node:zlib";
import { type PdfDictionaryEntry, type PdfValue, UnreadablePdfError } from "./pdf-dictionary";

export type PdfDictionaryEntries = readonly PdfDictionaryEntry[];

/** Largest object stream. It usually contains a few hundred objects; no program writes a larger one. */
const OBJECT_STREAM_BYTES_MAX = 16_777_216;
const PREDICTOR_ROW_BYTES_MAX = 1_000_000;

/** Whether a stream holds objects: every reader needs these two entries of it, but not all ask for its type. */
export const isPdfObjectStream = (entries: PdfDictionaryEntries) =>
  ["N", "First"].every((wanted) => entries.some(({ key }) => key === wanted));

export function unpackPdfObjectStream(entries: PdfDictionaryEntries, packed: Uint8Array): Uint8Array {
  // The bytes of this stream would come from another file.
  if (entries.some(({ key }) => key === "F")) throw new UnreadablePdfError("a stream from elsewhere");
  const filters = pdfValueAsList(findUniqueEntry(entries, "Filter")).map(streamFilterOf);
  const parameters = pdfValueAsList(findUniqueEntry(entries, "DecodeParms"));
  return filters.reduce((bytes, filter, index) => filter(bytes, parameters[index]), packed);
}

/** Value of a key that must occur only once, because readers differ in which of two equal keys they take. */
function findUniqueEntry(entries: PdfDictionaryEntries, wanted: string): PdfValue | undefined {
  const found = entries.filter(({ key }) => key === wanted);
  if (found.length > 1) throw new UnreadablePdfError(`${wanted} is there twice`);
  return found[0]?.value;
}

function pdfValueAsList(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined || value.kind === "null") return [];
  return value.kind === "array" ? value.items : [value];
}

type StreamFilter = (bytes: Uint8Array, parameters: PdfValue | undefined) => Uint8Array;

function streamFilterOf(value: PdfValue): StreamFilter {
  switch (value.kind === "name" ? value.name : "") {
    case "FlateDecode":
    case "Fl":
      return inflateStream;
    case "ASCIIHexDecode":
    case "AHx":
      return decodeAsciiHex;
    case "ASCII85Decode":
    case "A85":
      return decodeAscii85;
    default:
      // No program packs object streams with these filters, and a reference could name one thing here and another
      // elsewhere.
      throw new UnreadablePdfError("a filter that we do not know");
  }
}

function inflateStream(bytes: Uint8Array, parameters: PdfValue | undefined): Uint8Array {
  let unpacked: Buffer;
  try {
    unpacked = inflateSync(bytes, { maxOutputLength: OBJECT_STREAM_BYTES_MAX });
  } catch {
    throw new UnreadablePdfError("a stream is damaged or too large");
  }
  if (parameters === undefined || parameters.kind === "null") return unpacked;
  if (parameters.kind !== "dictionary") throw new UnreadablePdfError("parameters elsewhere");
  const figure = (name: string, otherwise: number) => {
    const value = findUniqueEntry(parameters.entries, name);
    if (value === undefined) return otherwise;
    if (value.kind !== "number" || !Number.isInteger(value.number))
      throw new UnreadablePdfError(`${name} is no number`);
    return value.number;
  };
  const predictor = figure("Predictor", 1);
  if (predictor === 1) return unpacked;
  if (predictor < 10 || predictor > 15) throw new UnreadablePdfError("a predictor that we do not know");
  const pixelBits = figure("Colors", 1) * figure("BitsPerComponent", 8);
  const rowBytes = Math.ceil((pixelBits * figure("Columns", 1)) / 8);
  if (!(pixelBits > 0 && rowBytes > 0 && rowBytes <= PREDICTOR_ROW_BYTES_MAX))
    throw new UnreadablePdfError("rows of no length");
  return undoPngPrediction(unpacked, { rowBytes, pixelBytes: Math.ceil(pixelBits / 8) });
}

/** Undoes the prediction of PNG rows; each row begins with its kind: from the left, from above, from both. */
function undoPngPrediction(bytes: Uint8Array, { rowBytes, pixelBytes }: { rowBytes: number; pixelBytes: number }) {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const result = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const source = bytes.subarray(row * (rowBytes + 1) + 1, (row + 1) * (rowBytes + 1));
    const from = row * rowBytes;
    const type = bytes[row * (rowBytes + 1)] as number;
    for (let index = 0; index < source.length; index++) {
      const left = index < pixelBytes ? 0 : (result[from + index - pixelBytes] as number);
      const above = row === 0 ? 0 : (result[from + index - rowBytes] as number);
      const corner = row === 0 || index < pixelBytes ? 0 : (result[from + index - rowBytes - pixelBytes] as number);
      result[from + index] = (source[index] as number) + predictPngByte(type, { left, above, corner });
    }
  }
  return result;
}

function predictPngByte(
  type: number,
  { left, above, corner }: { left: number; above: number; corner: number },
): number {
  switch (type) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const guess = left + above - corner;
      const [toLeft, toAbove, toCorner] = [left, above, corner].map((near) => Math.abs(guess - near)) as [
        number,
        number,
        number,
      ];
      if (toLeft <= toAbove && toLeft <= toCorner) return left;
      return toAbove <= toCorner ? above : corner;
    }
    default:
      throw new UnreadablePdfError("a row foretold in a way that there is not");
  }
}

const textUntilEndMark = (bytes: Uint8Array, end: string) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const at = text.indexOf(end);
  // Without the end of the stream, readers differ in how much of it they take.
  if (at < 0) throw new UnreadablePdfError("a stream does not end");
  return text.slice(0, at).replaceAll(/[\0\t\n\f\r ]/g, "");
};

function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const text = textUntilEndMark(bytes, ">");
  if (!/^[\dA-Fa-f]*$/.test(text)) throw new UnreadablePdfError("no hexadecimal digits");
  return Buffer.from(text.length % 2 === 0 ? text : `${text}0`, "hex");
}

function decodeAscii85(bytes: Uint8Array): Uint8Array {
  const text = textUntilEndMark(bytes, "~>").replaceAll("z", "!!!!!");
  if (!/^[!-u]*$/.test(text) || text.length % 5 === 1) throw new UnreadablePdfError("no digits of base 85");
  const groups = Math.ceil(text.length / 5);
  const padded = text.padEnd(groups * 5, "u");
  const result = Buffer.alloc(groups * 4);
  for (let group = 0; group < groups; group++) {
    let number = 0;
    for (let digit = 0; digit < 5; digit++) number = number * 85 + padded.charCodeAt(group * 5 + digit) - 33;
    if (number > 0xffffffff) throw new UnreadablePdfError("no digits of base 85");
    result.writeUInt32BE(number, group * 4);
  }
  return result.subarray(0, result.length - (padded.length - text.length));
}
