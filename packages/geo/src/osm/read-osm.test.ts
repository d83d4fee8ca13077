import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ByteChunks } from "./byte-source";
import type { OsmNode, OsmRelation, OsmWay } from "./osm-element";
import { writePbfFile } from "./pbf-testkit";
import { visitOsmElements, type ReadOsmMapOptions } from "./read-osm";

const xmlMap = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
  <bounds minlat="47" minlon="9" maxlat="48" maxlon="10"/>
  <node id="1" lat="47.1415" lon="9.5215"><tag k="name" v="Vaduz &amp; Schloß"/><tag k="__proto__" v="kept"/></node>
  <node id="13000000000" lat="-47.5" lon="-9.25"/>
  <node id="3" visible="false"/>
  <way id="7"><nd ref="1"/><nd ref="13000000000"/><tag k="highway" v="residential"/></way>
  <relation id="9"><member type="way" ref="7" role="from"/><member type="node" ref="1" role=""/><tag k="type" v="restriction"/></relation>
</osm>`;

const pbfMap = writePbfFile({
  nodes: [
    { id: 1, lon: 9.5215, lat: 47.1415, tags: { name: "Vaduz & Schloß", ["__proto__"]: "kept" } },
    { id: 13_000_000_000, lon: -9.25, lat: -47.5 },
  ],
  ways: [{ id: 7, refs: [1, 13_000_000_000], tags: { highway: "residential" } }],
});

async function readElements(chunks: ByteChunks, options?: ReadOsmMapOptions) {
  const found = { nodes: [] as OsmNode[], ways: [] as OsmWay[], relations: [] as OsmRelation[] };
  const visitor = {
    node: (node: OsmNode) => void found.nodes.push(node),
    way: (way: OsmWay) => void found.ways.push(way),
    relation: (relation: OsmRelation) => void found.relations.push(relation),
  };
  await visitOsmElements(chunks, visitor, options);
  return found;
}

/** One byte at a time is the hardest way to cut a file. */
const splitIntoBytes = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe("reading a map of OpenStreetMap", () => {
  it.each([
    ["PBF", pbfMap],
    ["XML", Buffer.from(xmlMap)],
    ["packed XML", gzipSync(xmlMap)],
    ["XML after a byte order mark", Buffer.from(`\uFEFF${xmlMap}`)],
  ])("the map reader finds the same nodes and ways in %s, in whatever chunks the file is read", async (_, bytes) => {
    for (const chunks of [[bytes], splitIntoBytes(bytes)]) {
      const { nodes, ways } = await readElements(chunks);
      expect(nodes).toEqual([
        {
          id: 1,
          lon: 9.5215,
          lat: 47.1415,
          tags: new Map([
            ["name", "Vaduz & Schloß"],
            ["__proto__", "kept"],
          ]),
        },
        { id: 13_000_000_000, lon: -9.25, lat: -47.5, tags: new Map() },
      ]);
      expect(ways).toEqual([{ id: 7, refs: [1, 13_000_000_000], tags: new Map([["highway", "residential"]]) }]);
    }
  });

  it("the map reader reads the members of a relation with their roles", async () => {
    const { relations } = await readElements([Buffer.from(xmlMap)]);
    expect(relations).toEqual([
      {
        id: 9,
        members: [
          { type: "way", ref: 7, role: "from" },
          { type: "node", ref: 1, role: "" },
        ],
        tags: new Map([["type", "restriction"]]),
      },
    ]);
  });

  it("the map reader skips kinds of elements that were not requested", async () => {
    const ways: number[] = [];
    await visitOsmElements([pbfMap], { way: ({ id }) => void ways.push(id) });
    await visitOsmElements([Buffer.from(xmlMap)], { way: ({ id }) => void ways.push(id) });
    expect(ways).toEqual([7, 7]);
  });

  it.each([
    ["PBF", pbfMap],
    ["packed XML", gzipSync(xmlMap)],
  ])("the map reader reports its progress through %s by bytes, rising to 1", async (_, bytes) => {
    const shares: number[] = [];
    await readElements(splitIntoBytes(bytes), { bytes: bytes.length, onProgress: (share) => shares.push(share) });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(50);
    expect(shares.at(-1)).toBe(1);
  });

  it("the map reader closes its source and passes the error on when the consumer throws", async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield pbfMap;
      } finally {
        isClosed = true;
      }
    }
    const stop = new RangeError("enough");
    const reading = visitOsmElements(source(), {
      node: () => {
        throw stop;
      },
    });
    await expect(reading).rejects.toBe(stop);
    expect(isClosed).toBe(true);
  });

  it("the map reader stops reading with the reason of an abort signal", async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("the import was cancelled"));
    const reading = readElements(splitIntoBytes(pbfMap), { bytes: pbfMap.length, onProgress, signal: stop.signal });
    await expect(reading).rejects.toThrow("the import was cancelled");
  });
});
