import type { Readable } from "node:stream";

/** The tiles of the map that was imported last, an archive of PMTiles. Another import makes others. */
export interface MapTiles {
  readonly sha256: string;
  readonly size_bytes: number;
  /** Has to stand wherever the tiles are shown. */
  readonly attribution: string;
  /** Bytes of the archive, both ends included. */
  read(from: number, to: number): Promise<Readable>;
}
