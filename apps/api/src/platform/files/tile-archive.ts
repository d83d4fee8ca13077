import type { Readable } from "node:stream";

/** Tiles of the map that was imported last, an archive of PMTiles. Another import makes new ones. */
export interface MapTileArchive {
  readonly sha256: string;
  readonly size_bytes: number;
  /** Attribution that has to stand wherever the tiles are shown. */
  readonly attribution: string;
  /** Reads bytes of the archive, both ends included. */
  read(from: number, to: number): Promise<Readable>;
}
