import type { PdfFault } from "./inspection";
import { PdfValueReader, readPdfName, UnreadablePdfError } from "./pdf-dictionary";
import { isUnsafePdfLinkAddress, readPdfStringAsLinkAddress } from "./pdf-address";
import { type PdfDictionaryEntries, isPdfObjectStream, unpackPdfObjectStream } from "./pdf-object-stream.service";

/** Names of PDF features that act on the reader's machine instead of being read, and of files within the file. */
const ACTIVE_PDF_NAMES = new Set([
  "JavaScript",
  "JS",
  "Rendition",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "XFA",
  "SubmitForm",
  "ImportData",
  // The following names point to other files, which may lie on another machine: a reader that opens such a file
  // discloses the person to it.
  "GoToR",
  "GoToE",
  "Movie",
]);
/** Keys that are followed by the address of a link. */
const LINK_ADDRESS_KEYS = new Set(["URI", "Base"]);
/**
 * Name that is too short to count alone: two letters occur in the compressed bytes of any large picture by chance. It
 * acts only beside one of the long names.
 */
const AMBIGUOUS_SHORT_NAME = "JS";

/**
 * Maximum number of bytes to which all object streams of a file may expand; the largest honest files have some
 * megabytes.
 */
const UNPACKED_PDF_BYTES_MAX = 67_108_864;
const OBJECT_STREAMS_MAX = 20_000;
/** Steps allowed for each byte: dictionaries are read twice, and a little more; a file that takes more is malicious. */
const PDF_READING_STEPS_PER_BYTE = 3;
/** Maximum number of unparsable candidates for PDF dictionaries; a file with more is refused. Some occur by chance. */
const FALSE_DICTIONARIES_MAX = 1_000;
const PDF_TAIL_BYTES = 2_048;

/**
 * Finds what is wrong with a PDF; undefined when it may be kept. Readers find objects by a table that may point
 * anywhere, so every byte is checked, whatever it belongs to; compressed objects are expanded, and those that cannot be
 * are refused. Takes linear time.
 */
export function findPdfFault(bytes: Buffer): PdfFault | undefined {
  if (!bytes.subarray(-PDF_TAIL_BYTES).includes("%%EOF") || !bytes.includes("startxref")) return "DAMAGED";
  try {
    const { fault, shortNames, typeNames } = scanPdfNames(bytes);
    return fault ?? findPdfStreamFault(bytes, { shortNames, typeNames });
  } catch (error) {
    if (error instanceof UnreadablePdfError) return "UNREADABLE";
    throw error;
  }
}

const SLASH_CODE = "/".charCodeAt(0);
/** First characters of the names that matter; `#` begins an escaped character, which may be any of them. */
const RELEVANT_NAME_BEGINNINGS = new Set(
  Array.from([...ACTIVE_PDF_NAMES, ...LINK_ADDRESS_KEYS, "Encrypt", "ObjStm", "#"], (name) => name.charCodeAt(0)),
);

/** Reads every name, also inside of texts, comments and pictures: another reader may begin to read right there. */
function scanPdfNames(bytes: Buffer) {
  const shortNames: number[] = [];
  const typeNames: number[] = [];
  for (
    let at = bytes.indexOf(SLASH_CODE), end = 0;
    at >= 0;
    at = bytes[end] === SLASH_CODE ? end : bytes.indexOf(SLASH_CODE, end)
  ) {
    end = at + 1;
    if (!RELEVANT_NAME_BEGINNINGS.has(bytes[end] as number)) continue;
    const { name, end: behind } = readPdfName(bytes, at);
    end = behind;
    if (name === "Encrypt") return { fault: "ENCRYPTED", shortNames, typeNames } as const;
    if (name === AMBIGUOUS_SHORT_NAME) shortNames.push(at);
    else if (ACTIVE_PDF_NAMES.has(name)) return { fault: "ACTIVE_CONTENT", shortNames, typeNames } as const;
    else if (LINK_ADDRESS_KEYS.has(name) && isUnsafePdfLinkAddress(readPdfStringAsLinkAddress(bytes, behind)))
      return { fault: "ACTIVE_CONTENT", shortNames, typeNames } as const;
    else if (name === "ObjStm") typeNames.push(at);
    if (shortNames.length + typeNames.length > OBJECT_STREAMS_MAX) throw new UnreadablePdfError("too many names");
  }
  return { shortNames, typeNames };
}

interface ScannedPdfNames {
  /**
   * Positions of `AMBIGUOUS_SHORT_NAME`. It counts outside of streams alone, whose compressed bytes may contain it by
   * chance.
   */
  readonly shortNames: readonly number[];
  /** Positions at which a dictionary calls itself an object stream: each must be one that was decompressed. */
  readonly typeNames: readonly number[];
}

function findPdfStreamFault(bytes: Buffer, { shortNames, typeNames }: ScannedPdfNames): PdfFault | undefined {
  let [nextShort, nextType, coveredTo, unpackedBytes, unpackedStreams] = [0, 0, 0, 0, 0];
  for (const { entries, dictionary, data } of listPdfStreams(bytes)) {
    for (; (shortNames[nextShort] ?? Infinity) < data.from; nextShort++)
      if ((shortNames[nextShort] as number) >= coveredTo) return "ACTIVE_CONTENT";
    coveredTo = Math.max(coveredTo, data.to);
    if (!isPdfObjectStream(entries)) continue;
    const objects = unpackPdfObjectStream(entries, bytes.subarray(data.from, data.to));
    unpackedBytes += objects.length;
    if (unpackedBytes > UNPACKED_PDF_BYTES_MAX || ++unpackedStreams > OBJECT_STREAMS_MAX)
      throw new UnreadablePdfError("too much is packed");
    const found = scanPdfNames(Buffer.from(objects.buffer, objects.byteOffset, objects.length));
    if (found.fault || found.shortNames.length > 0) return found.fault ?? "ACTIVE_CONTENT";
    if ((typeNames[nextType] ?? Infinity) < dictionary.from) return "UNREADABLE";
    while ((typeNames[nextType] ?? Infinity) < dictionary.to) nextType++;
  }
  if (shortNames.slice(nextShort).some((at) => at >= coveredTo)) return "ACTIVE_CONTENT";
  return nextType < typeNames.length ? "UNREADABLE" : undefined;
}

interface ByteRange {
  readonly from: number;
  readonly to: number;
}
interface PdfStream {
  readonly entries: PdfDictionaryEntries;
  readonly dictionary: ByteRange;
  /** Bytes up to the next `endstream`, whatever length the dictionary names. */
  readonly data: ByteRange;
}

/** Lists all dictionaries that begin an object and are followed by a stream, in the order of the file. */
function* listPdfStreams(bytes: Buffer): Generator<PdfStream> {
  const reader = new PdfValueReader(bytes, bytes.length * PDF_READING_STEPS_PER_BYTE + 1_000_000);
  let end = -1;
  let failed = 0;
  for (let at = bytes.indexOf("obj"); at >= 0; at = bytes.indexOf("obj", at + 3)) {
    reader.at = at + 3;
    reader.skipSpace();
    if (!reader.startsDictionary()) continue;
    const from = reader.at;
    const entries = readDictionaryEntries(reader, bytes);
    if (!entries) {
      if (++failed > FALSE_DICTIONARIES_MAX) throw new UnreadablePdfError("too many dictionaries that are none");
      continue;
    }
    const to = reader.at;
    reader.skipSpace();
    if (bytes.toString("latin1", reader.at, reader.at + 6) !== "stream") continue;
    const start = positionAfterLineEnd(bytes, reader.at + 6);
    if (end < start) end = positionOrEnd(bytes.indexOf("endstream", start), bytes);
    yield { entries, dictionary: { from, to }, data: { from: start, to: end } };
  }
}

/** Reads a dictionary. Other data is harmless, unless it may be taken for the dictionary of an object stream. */
function readDictionaryEntries(reader: PdfValueReader, bytes: Buffer): PdfDictionaryEntries | undefined {
  const from = reader.at;
  try {
    return reader.readDictionary();
  } catch (error) {
    if (!(error instanceof UnreadablePdfError) || reader.isExhausted) throw error;
    const tried = bytes.subarray(from, reader.at);
    if (tried.includes("First") || tried.includes("ObjStm") || tried.includes("#")) throw error;
    return undefined;
  }
}

function positionAfterLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  return bytes[at] === 0x0a ? at + 1 : at;
}

const positionOrEnd = (at: number, { length }: Buffer) => (at < 0 ? length : at);
