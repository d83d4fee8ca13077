import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ByteChunks } from "./byte-source";
import { MapImportError, type MapImportErrorReason } from "./map-import-error";
import {
  writePbfBlob,
  writePbfBlobHeader,
  writePbfDataBlock,
  writePbfHeaderBlock,
  writePbfFile,
  writeValidPbfHeaderBlob,
} from "./pbf-testkit";
import { visitOsmElements } from "./read-osm";

const ignoringVisitor = { node: () => undefined, way: () => undefined, relation: () => undefined };

async function importErrorOf(chunks: ByteChunks): Promise<MapImportError> {
  const refusal: unknown = await visitOsmElements(chunks, ignoringVisitor).then(
    () => "it was accepted",
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(MapImportError);
  return refusal as MapImportError;
}

const osmXml = (inner: string) => Buffer.from(`<?xml version="1.0"?><osm version="0.6">${inner}</osm>`);
const validPbf = writePbfFile({
  nodes: Array.from({ length: 200 }, (_, index) => ({ id: index + 1, lon: 9 + index / 1000, lat: 47 })),
  ways: [{ id: 1, refs: [1, 2, 3], tags: { highway: "primary" } }],
});
const dataBlob = (content: Buffer, field?: number, size?: number) =>
  Buffer.concat([writeValidPbfHeaderBlob(), writePbfBlob("OSMData", content, { field, size })]);
const pbfWithNode = (lon: number, lat: number, id = 1) => writePbfFile({ nodes: [{ id, lon, lat }] });

describe("damaged map file", () => {
  it.each<[what: string, MapImportErrorReason, Buffer]>([
    ["nothing at all", "empty", Buffer.alloc(0)],
    ["nothing, packed", "empty", gzipSync("")],
    ["a picture", "unknown_format", Buffer.from("\x89PNG\r\n\x1a\n0000000000", "latin1")],
    ["zeros", "unknown_format", Buffer.alloc(4096)],
    ["a web page", "unknown_format", Buffer.from("<!-- 404 --><html><body>Not found</body></html>")],
    [
      "a blob header of 4 GiB",
      "too_large",
      Buffer.concat([writeValidPbfHeaderBlob(), Buffer.from([255, 255, 255, 255])]),
    ],
    [
      "a blob of 1 GiB",
      "too_large",
      Buffer.concat([writeValidPbfHeaderBlob(), writePbfBlobHeader("OSMData", 2 ** 30)]),
    ],
    ["a blob that says it unpacks to 2 GiB", "too_large", dataBlob(Buffer.alloc(100), 3, 2 ** 31)],
    ["a blob that unpacks to more than it says", "too_large", dataBlob(Buffer.alloc(30_000_000), 3, 1000)],
    ["a blob that unpacks to less than it says", "corrupt", dataBlob(Buffer.alloc(100), 3, 1000)],
    ["a blob in LZMA", "unsupported_compression", dataBlob(Buffer.alloc(100), 4)],
    ["a blob in Zstandard", "unsupported_compression", dataBlob(Buffer.alloc(100), 7)],
    ["no header", "unknown_format", writePbfBlob("OSMData", writePbfDataBlock({}))],
    [
      "the history of a map",
      "unsupported_feature",
      writePbfBlob("OSMHeader", writePbfHeaderBlock(["OsmSchema-V0.6", "HistoricalInformation"])),
    ],
    [
      "ways that keep the places of nodes which the map leaves out",
      "unsupported_feature",
      writePbfBlob("OSMHeader", writePbfHeaderBlock(["OsmSchema-V0.6", "DenseNodes"], ["LocationsOnWays"])),
    ],
    ["a part longer than its block", "corrupt", dataBlob(Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x7f]))],
    ["a group whose inside ends early", "corrupt", dataBlob(Buffer.from([0x12, 3, 0x1a, 9, 1]))],
    ["a number that never ends", "corrupt", dataBlob(Buffer.from([0x12, 4, 0x1a, 2, 0x08, 0xff]))],
    ["a node with a negative id", "invalid_id", pbfWithNode(9, 47, -1)],
    ["a way with a negative ref", "invalid_id", writePbfFile({ ways: [{ id: 1, refs: [5, -5] }] })],
    ["a node north of the pole", "invalid_coordinates", pbfWithNode(9, 90.1)],
    ["a node beyond the date line", "invalid_coordinates", pbfWithNode(-181, 47)],
    ["XML: a node that is not a number", "invalid_coordinates", osmXml('<node id="1" lat="NaN" lon="9"/>')],
    ["XML: a node without a place", "invalid_coordinates", osmXml('<node id="1"/>')],
    ["XML: a node at infinity", "invalid_coordinates", osmXml('<node id="1" lat="1e999" lon="9"/>')],
    ["XML: a negative id", "invalid_id", osmXml('<way id="-4"/>')],
    ["XML: an id that no number holds", "invalid_id", osmXml('<way id="99999999999999999999"/>')],
    ["XML: a ref that is no number", "invalid_id", osmXml('<way id="4"><nd ref="x"/></way>')],
    [
      "XML: a member of no kind",
      "corrupt",
      osmXml('<relation id="4"><member type="area" ref="1" role=""/></relation>'),
    ],
    ["XML: an entity of its own", "corrupt", Buffer.from('<!DOCTYPE osm [<!ENTITY a "aaaa">]><osm>&a;</osm>')],
    ["XML: elements that cross", "corrupt", osmXml('<way id="1"><nd ref="1"></way></nd>')],
    ["XML: bytes that are no text", "corrupt", Buffer.concat([osmXml("").subarray(0, 40), Buffer.from([0xc3, 0x28])])],
    ["XML: an attribute of 3 MB", "too_large", osmXml(`<node id="1" lat="${"1".repeat(3_000_000)}"`)],
    ["packed: garbage", "corrupt", Buffer.concat([gzipSync("").subarray(0, 10), Buffer.alloc(64, 0xff)])],
  ])("the map reader refuses a file with %s: %s", async (_, reason, bytes) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_unused, index) =>
      bytes.subarray(index * 65_536, (index + 1) * 65_536),
    );
    const refusal = await importErrorOf(pieces);
    expect(refusal.reason).toBe(reason);
    expect(refusal.message).toMatch(/^The .+[.]$/s);
  });

  it("the map reader refuses a map file that is cut off anywhere", async () => {
    for (let length = 1; length < validPbf.length; length += 7) {
      // A file that is cut between two blobs looks like a whole file.
      if (length === writeValidPbfHeaderBlob().length) continue;
      const { reason } = await importErrorOf([validPbf.subarray(0, length)]);
      expect(reason, `${length} bytes`).toBe(length < 15 ? "unknown_format" : "truncated");
    }
  });

  it.each([
    ["XML", osmXml('<node id="1" lat="47" lon="9"/>')],
    ["packed XML", gzipSync(osmXml('<node id="1" lat="47" lon="9"/>'))],
  ])("the map reader refuses a map file whose %s is incomplete", async (_, bytes) => {
    expect((await importErrorOf([bytes.subarray(0, bytes.length - 12)])).reason).toBe("truncated");
  });

  it("the map reader throws nothing but MapImportError for a map file with any single damaged byte", async () => {
    const outcomes: boolean[] = [];
    for (let index = 0; index < validPbf.length; index++) {
      const broken = Buffer.from(validPbf);
      broken[index] = (broken[index] as number) ^ 0x55;
      const outcome: unknown = await visitOsmElements([broken], ignoringVisitor).catch((error: unknown) => error);
      // Some bytes do not matter, such as the name of the program that wrote the file.
      outcomes.push(outcome === undefined || outcome instanceof MapImportError);
    }
    expect(outcomes).not.toContain(false);
  });

  it("the map reader refuses two gigabytes of blanks compressed into two megabytes before decompressing all of them", async () => {
    const blanks = gzipSync(Buffer.alloc(16 * 1024 * 1024, " "));
    let taken = 0;
    function* bomb() {
      yield gzipSync("<osm>");
      for (; taken < 128; taken++) yield blanks;
    }
    expect((await importErrorOf(bomb())).reason).toBe("too_large");
    expect(taken).toBeLessThan(32);
  });
});
