import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MapTileArchive } from "../files/tile-archive";

/** Digits of the checksum in the address, so that the content of an address never changes. */
const ID_DIGITS = 16;
const IMMUTABLE_CACHING = "public, max-age=31536000, immutable";
const READ_METHODS = ["GET", "HEAD"];

/**
 * Adds the imported map for clients that draw it: `/maps/region.json` says where its tiles are, or that there are none;
 * the archive is read in ranges of bytes. Maps and tiles are public: no sign-in is needed.
 */
export function addMapTileRoutes(app: FastifyInstance, current: () => MapTileArchive | undefined) {
  app.route({
    method: READ_METHODS,
    url: "/maps/region.json",
    handler: async (_, reply) => reply.header("cache-control", "no-cache").send({ region: describeRegion(current()) }),
  });
  app.route<{ Params: { id: string } }>({
    method: READ_METHODS,
    url: "/maps/:id/region.pmtiles",
    handler: async (request, reply) => {
      const tiles = current();
      // Tiles of an earlier import are gone, and a client that still asks for them reads the address again.
      if (tiles === undefined || archiveIdOf(tiles) !== request.params.id) return reply.callNotFound();
      return sendTiles(tiles, request, reply);
    },
  });
}

const archiveIdOf = ({ sha256 }: MapTileArchive) => sha256.slice(0, ID_DIGITS);

const describeRegion = (tiles: MapTileArchive | undefined) =>
  tiles === undefined
    ? null
    : { id: archiveIdOf(tiles), tiles: `/maps/${archiveIdOf(tiles)}/region.pmtiles`, attribution: tiles.attribution };

async function sendTiles(tiles: MapTileArchive, { method, headers }: FastifyRequest, reply: FastifyReply) {
  const etag = `"${archiveIdOf(tiles)}"`;
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": IMMUTABLE_CACHING,
    "content-type": "application/vnd.pmtiles",
  });
  if (conditionNamesEtag(headers["if-none-match"], etag)) return reply.code(304).send();
  const size = tiles.size_bytes;
  const isHead = method === "HEAD";
  // Ranges are defined for GET, and hold only for the archive of which the client has the other parts.
  const isWhole = isHead || (headers["if-range"] !== undefined && headers["if-range"] !== etag);
  const range = isWhole ? { from: 0, to: size - 1 } : parseRange(headers.range, size);
  if (range === undefined)
    return reply
      .code(416)
      .headers({ "content-range": `bytes */${size}`, "cache-control": "no-store" })
      .send();
  const { from, to } = range;
  if (to - from + 1 < size) reply.code(206).header("content-range", `bytes ${from}-${to}/${size}`);
  reply.header("content-length", to - from + 1);
  return isHead ? reply.send() : reply.send(await tiles.read(from, to));
}

const conditionNamesEtag = (condition: string | undefined, etag: string) =>
  condition === "*" || (condition ?? "").split(",").some((part) => part.trim().replace(/^W\//, "") === etag);

interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a Range header by RFC 9110, section 14: anything but one range of bytes is ignored, and the whole file is
 * sent. Undefined when the range lies beyond the end.
 */
function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const whole = { from: 0, to: size - 1 };
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return whole;
  if (first === "") return last === "0" ? undefined : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const from = Number(first);
  const to = Math.min(last === "" ? Number.POSITIVE_INFINITY : Number(last), size - 1);
  if (last !== "" && Number(last) < from) return whole;
  return from < size ? { from, to } : undefined;
}
