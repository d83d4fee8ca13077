import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { writePbfFile } from "./osm/pbf-testkit";
import { visitOsmElements } from "./osm/read-osm";
import { decodeRoadNetwork, encodeRoadNetwork } from "./roads/road-file";
import { importRoadNetwork } from "./roads/road-network";
import { writeLetterMapAsOsm, placesByLetter, type LetterMap } from "./roads/small-map-testkit";
import { estimateRoute } from "./routing/estimate";
import { instructionsOfLegs } from "./routing/instructions";
import { Router } from "./routing/router";
import { readTileFeaturesAround, openPmtilesArchive } from "./tiles/drawn-map-testkit";
import { importTiles } from "./tiles/import-tiles";

const testFileUrl = new URL("./readme-examples.test.ts", import.meta.url);
const readmeText = readFileSync(new URL("../README.md", testFileUrl), "utf8");

const villageMap: LetterMap = {
  drawing: "H...X\n....L\n....C",
  ways: { HX: { name: "Dorfstraße" }, XL: { name: "Seeweg" }, LC: { name: "Seeweg" } },
};
const placeOfLetter = (letter: string) => placesByLetter(villageMap).get(letter) as readonly [number, number];
const [home, crossing, church, lake] = [placeOfLetter("H"), placeOfLetter("X"), placeOfLetter("C"), placeOfLetter("L")];

describe("README of geo", () => {
  it("the README example of packages/geo that reads names of ways and measures a distance runs", async () => {
    const file = writePbfFile({ ways: [{ id: 1, refs: [1, 2], tags: { name: "Städtle" } }] });
    const bytes = file.length;
    const chunks = [file];
    const shares: number[] = [];
    const names: string[] = [];
    await visitOsmElements(
      chunks, // an async or plain iterable of Uint8Array, such as createReadStream(file)
      { way: ({ tags }) => names.push(tags.get("name") ?? "") },
      { bytes, onProgress: (share) => shares.push(share) },
    );
    expect(names).toEqual(["Städtle"]);
    expect(shares.at(-1)).toBe(1);
  });

  it("the README example of packages/geo for a file that is no map gets a reason and a message", async () => {
    const pictureBytes = Buffer.from("\x89PNG\r\n\x1a\n0000000000", "latin1");
    const refusal: unknown = await visitOsmElements([pictureBytes], {}).catch((error: unknown) => error);
    // MapImportError { reason: "unknown_format", message: "The file is neither .osm.pbf nor .osm nor .osm.gz." }
    expect(refusal).toMatchObject({
      reason: "unknown_format",
      message: "The file is neither .osm.pbf nor .osm nor .osm.gz.",
    });
  });

  it("the README example of packages/geo that imports roads, finds routes and describes them runs", async () => {
    const file = writeLetterMapAsOsm(villageMap);
    const [bytes, open] = [file.length, () => [file]];
    const shares: number[] = [];
    const network = await importRoadNetwork(open, { bytes, onProgress: (share) => shares.push(share) });
    const kept = encodeRoadNetwork(network);
    const router = new Router(decodeRoadNetwork(kept)); // RoadFileError if a single bit has changed
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);

    const answer = router.route([home, crossing, church]);
    if (answer.kind !== "route") throw new Error(answer.kind); // "no_road" (which place, within how many metres) or "unreachable"
    const { distance_meters, duration_seconds, geometry, legs } = answer.route;
    const spoken = instructionsOfLegs(legs, "de");
    const round = router.route([home, church], { others: 2 }); // `round.others`: up to two other ways, none where all are detours
    expect(round).toMatchObject({ kind: "route", others: [] });
    expect(Math.round(distance_meters)).toBe(600);
    expect(duration_seconds).toBeGreaterThan(60);
    expect(geometry.at(-1)?.map((degrees) => degrees.toFixed(6))).toEqual(church.map((degrees) => degrees.toFixed(6)));
    expect(spoken.map((sentences) => sentences[0])).toEqual([
      "Fahren Sie Richtung Osten auf Dorfstraße",
      "Fahren Sie Richtung Süden auf Seeweg",
    ]);

    const { durations_seconds, distances_meters } = router.matrix([home, church], [church, lake]);
    // A cell is null where a place has no road near it; any other equals the route between its two places.
    const ways = router.ways([home, church, lake], [0, 1, 1, 2]); // from home to the church, from there to the lake: no other cell
    const area = router.reachable(home, 120); // the coordinates of a GeoJSON MultiPolygon
    expect(distances_meters.map((row) => row.map((meters) => Math.round(meters ?? -1)))).toEqual([
      [600, 500],
      [0, 100],
    ]);
    expect(durations_seconds[0]?.[0]).toBeGreaterThan(durations_seconds[0]?.[1] ?? Number.NaN);
    expect(Array.from(ways.distances_meters, Math.round)).toEqual([600, 100]);
    expect(area).toMatchObject({ kind: "area", coordinates: { length: 1 } });
  });

  it("the README example of packages/geo that makes map tiles runs", async () => {
    const file = writeLetterMapAsOsm(villageMap);
    const [bytes, open] = [file.length, () => [file]];
    const drawn: number[] = [];
    const archive = await importTiles(open, { bytes, onProgress: (share) => drawn.push(share) });
    expect(drawn.at(-1)).toBe(1);
    const { roads = [] } = await readTileFeaturesAround(openPmtilesArchive(archive), 14, home);
    expect(roads.map(({ properties }) => properties["name"])).toEqual(["Dorfstraße", "Seeweg", "Seeweg"]);
  });

  it("the README example of packages/geo for estimates without a map returns values marked as estimates", () => {
    const guess = estimateRoute([home, church]); // guess.estimated === true
    expect(guess.estimated).toBe(true);
  });

  it("the README of packages/geo contains only examples that its test runs", () => {
    const run = withoutIndent(readFileSync(testFileUrl, "utf8"));
    const examples = [...readmeText.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => withoutIndent(code));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(run).toContain(example);
  });
});

const withoutIndent = (code: string) => code.replace(/^ +/gm, "");
