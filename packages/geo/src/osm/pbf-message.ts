import type { PbfReader } from "pbf";
import { MapImportError } from "./map-import-error";

const WIRE_LENGTH_DELIMITED = 2;

/**
 * Reads the length of the next message and returns where it ends. The reader of npm `pbf` believes any length; a
 * hostile one would let it walk gigabytes past the end of its buffer.
 */
export function readPbfMessageEnd(pbf: PbfReader): number {
  if (pbf.type !== WIRE_LENGTH_DELIMITED) throw createCorruptMapError("a field has another type than the format says");
  const end = pbf.readVarint() + pbf.pos;
  if (!(end <= pbf.length)) throw createCorruptMapError("a part reaches past the end of its blob");
  return end;
}

/** A message must end where its length said. */
export function checkPbfMessageEnd(pbf: PbfReader, end: number) {
  if (pbf.pos !== end) throw createCorruptMapError("a part does not end where it says");
}

export function readSignedPbfNumbers(pbf: PbfReader): number[] {
  const end = readPbfMessageEnd(pbf);
  const numbers: number[] = [];
  while (pbf.pos < end) numbers.push(pbf.readSVarint());
  checkPbfMessageEnd(pbf, end);
  return numbers;
}

export function readPbfNumbers(pbf: PbfReader): number[] {
  const end = readPbfMessageEnd(pbf);
  const numbers: number[] = [];
  while (pbf.pos < end) numbers.push(pbf.readVarint());
  checkPbfMessageEnd(pbf, end);
  return numbers;
}

/** Runs a decoder and turns its errors into a refusal: they mean a damaged file. */
export function decodePbfOrRefuse<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof MapImportError) throw error;
    throw createCorruptMapError("a part of it cannot be decoded", error);
  }
}

export const createCorruptMapError = (how: string, cause?: unknown) =>
  new MapImportError("corrupt", `The map file is damaged: ${how}.`, { cause });
