import { inflateSync } from "node:zlib";
import { PbfReader } from "pbf";
import type { ByteStreamReader } from "./byte-source";
import { MapImportError } from "./map-import-error";
import type { OsmElementVisitor } from "./osm-element";
import { readPbfBlock } from "./pbf-block";
import { checkPbfMessageEnd, createCorruptMapError, readPbfMessageEnd, decodePbfOrRefuse } from "./pbf-message";

/** Limits of the format's description (https://wiki.openstreetmap.org/wiki/PBF_Format); more is never honest. */
const HEADER_BYTES_MAX = 64 * 1024;
const BLOB_BYTES_MAX = 32 * 1024 * 1024;
const knownFeatures = new Set(["OsmSchema-V0.6", "DenseNodes"]);
/**
 * Features said to be optional that change the meaning: with LocationsOnWays most nodes are left out, and a reader that
 * ignores it finds a thirtieth of the roads.
 */
const misleadingFeatures = new Set(["LocationsOnWays"]);
/** Field numbers of features in a header. */
const [REQUIRED, OPTIONAL] = [4, 5];

interface BlobHeader {
  readonly type: string;
  readonly size: number;
}

/** Reads a PBF file blob after blob; holds one at a time. */
export async function readPbfFile(
  source: ByteStreamReader,
  visitor: OsmElementVisitor,
  afterBlob: () => void,
): Promise<void> {
  let isDescribed = false;
  for (let header = await readBlobHeader(source); header; header = await readBlobHeader(source)) {
    const blob = await takeExactly(source, header.size);
    // Blobs of types that the format does not describe may occur and are ignored.
    if (header.type === "OSMHeader") decodePbfOrRefuse(() => checkFeatures(unpackBlob(blob)));
    if (header.type === "OSMData" && !isDescribed) throw createCorruptMapError("its data begins before its header");
    if (header.type === "OSMData")
      readPbfBlock(
        decodePbfOrRefuse(() => unpackBlob(blob)),
        visitor,
      );
    isDescribed ||= header.type === "OSMHeader";
    afterBlob();
  }
  if (!isDescribed) throw createCorruptMapError("it has no header");
}

async function readBlobHeader(source: ByteStreamReader): Promise<BlobHeader | undefined> {
  const length = await source.take(4);
  if (length.length === 0) return undefined;
  if (length.length < 4) throw truncatedMapError();
  const bytes = new DataView(length.buffer, length.byteOffset, 4).getUint32(0);
  if (bytes > HEADER_BYTES_MAX) throw tooLargeError(`a blob header of ${bytes} bytes`);
  const described = await takeExactly(source, bytes);
  const header = decodePbfOrRefuse(() => parseBlobHeader(described));
  if (header.size > BLOB_BYTES_MAX) throw tooLargeError(`a blob of ${header.size} bytes`);
  return header;
}

function parseBlobHeader(bytes: Uint8Array): BlobHeader {
  const pbf = new PbfReader(bytes);
  let type = "";
  let size = -1;
  for (let field = pbf.nextField(); field !== 0; field = pbf.nextField()) {
    if (field === 1) type = readTextField(pbf);
    else if (field === 3) size = pbf.readVarint();
  }
  checkPbfMessageEnd(pbf, bytes.length);
  if (type === "" || size < 0) throw createCorruptMapError("a blob header lacks its type or size");
  return { type, size };
}

async function takeExactly(source: ByteStreamReader, count: number): Promise<Uint8Array> {
  const bytes = await source.take(count);
  if (bytes.length < count) throw truncatedMapError();
  return bytes;
}

const unsupportedCompressions: Readonly<Record<number, string>> = { 4: "LZMA", 5: "bzip2", 6: "LZ4", 7: "Zstandard" };

function unpackBlob(blob: Uint8Array): Uint8Array {
  const pbf = new PbfReader(blob);
  let raw: Uint8Array | undefined;
  let packed: Uint8Array | undefined;
  let size = 0;
  for (let field = pbf.nextField(); field !== 0; field = pbf.nextField()) {
    const compression = unsupportedCompressions[field];
    if (compression) throw unsupportedCompressionError(compression);
    if (field === 1) raw = readBytesField(pbf);
    else if (field === 2) size = pbf.readVarint();
    else if (field === 3) packed = readBytesField(pbf);
  }
  checkPbfMessageEnd(pbf, blob.length);
  if (raw) return raw;
  if (!packed) throw createCorruptMapError("a blob is empty");
  return inflateBlob(packed, size);
}

function inflateBlob(packed: Uint8Array, declaredBytes: number): Uint8Array {
  if (!(declaredBytes >= 0 && declaredBytes <= BLOB_BYTES_MAX)) throw tooLargeError(`a blob of ${declaredBytes} bytes`);
  let unpacked: Uint8Array;
  try {
    // One byte more than declared reveals a blob that is longer, without unpacking all of it.
    unpacked = inflateSync(packed, { maxOutputLength: declaredBytes + 1 });
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw isBomb
      ? tooLargeError("a blob that unpacks to more than it declares")
      : createCorruptMapError("a blob does not unpack", error);
  }
  if (unpacked.length !== declaredBytes) throw createCorruptMapError("a blob unpacks to another size than it declares");
  return unpacked;
}

function checkFeatures(block: Uint8Array) {
  const pbf = new PbfReader(block);
  for (let field = pbf.nextField(); field !== 0; field = pbf.nextField()) {
    if (field !== REQUIRED && field !== OPTIONAL) continue;
    const feature = readTextField(pbf);
    if (field === OPTIONAL ? !misleadingFeatures.has(feature) : knownFeatures.has(feature)) continue;
    throw new MapImportError(
      "unsupported_feature",
      `The map file needs the feature ${feature}, which is not known here.`,
    );
  }
  checkPbfMessageEnd(pbf, block.length);
}

function readBytesField(pbf: PbfReader): Uint8Array {
  const end = readPbfMessageEnd(pbf);
  const bytes = pbf.buf.subarray(pbf.pos, end);
  pbf.pos = end;
  return bytes;
}

/** Reads a text, cut to the length of an error message. */
const readTextField = (pbf: PbfReader) => Buffer.from(readBytesField(pbf)).toString("utf8").slice(0, 80);

const truncatedMapError = () => new MapImportError("truncated", "The map file ends in the middle of a blob.");
const tooLargeError = (what: string) =>
  new MapImportError("too_large", `The map file has ${what}; the format allows no more than 32 MiB.`);
const unsupportedCompressionError = (compression: string) =>
  new MapImportError(
    "unsupported_compression",
    `The map file is packed with ${compression}; zlib is what can be read.`,
  );
