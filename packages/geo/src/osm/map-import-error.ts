/** Reasons why a map file is refused. The list is closed, so that a user interface can explain each. */
export const mapImportErrorReasons = [
  "empty", // there is nothing in it
  "unknown_format", // neither PBF nor XML nor gzip of one of them
  "truncated", // it ends in the middle
  "corrupt", // it breaks the rules of its own format
  "too_large", // a part declares or unpacks to more than any honest file has
  "unsupported_compression", // blobs in LZMA, bzip2, LZ4 or Zstandard
  "unsupported_feature", // needs what this reader does not know, such as full history
  "invalid_id", // an id that OpenStreetMap never gives: negative, zero, fractional or too big
  "invalid_coordinates", // not a number, or not on the globe
  "nodes_missing", // ways without the nodes that they are drawn by
  "no_roads", // readable, but nothing in it can be driven
  "nothing_to_draw", // readable, but without roads, places, water or anything else that a map shows
] as const;
export type MapImportErrorReason = (typeof mapImportErrorReasons)[number];

/** A map file cannot be used; `message` is a sentence for the person who chose the file. */
export class MapImportError extends Error {
  override readonly name = "MapImportError";
  readonly reason: MapImportErrorReason;

  constructor(reason: MapImportErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
