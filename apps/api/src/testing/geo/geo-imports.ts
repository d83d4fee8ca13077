import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeLetterMapAsOsm, placesByLetter, type LetterMap } from "@leitstand/geo/roads/small-map-testkit";
import { afterAll, beforeAll } from "vitest";

const houseTags = (street: string, number: string) => ({
  "addr:street": street,
  "addr:housenumber": number,
  "addr:city": "Talheim",
  "addr:postcode": "9499",
  "addr:country": "LI",
});

/** A village with two streets, four houses and a hospital; 100 m lie between two letters. */
export const villageMap: LetterMap = {
  drawing: "abcd\n h e\n g f",
  ways: { abcd: { name: "Dorfstraße" }, def: { name: "Seeweg" } },
  nodes: {
    h: houseTags("Dorfstraße", "1"),
    g: { ...houseTags("Seeweg", "12a"), amenity: "hospital", name: "Talspital" },
    b: { place: "village", name: "Talheim" },
  },
};

/** The same village after its street got another name. */
export const renamedVillageMap: LetterMap = {
  ...villageMap,
  ways: { abcd: { name: "Hauptstraße" }, def: { name: "Seeweg" } },
  nodes: { ...villageMap.nodes, h: houseTags("Hauptstraße", "1") },
};

export const villageMapOsmXml = writeLetterMapAsOsm(villageMap);
/** Coordinates of a letter in the village's drawing. */
export const coordinatesInVillage = (letter: string): [number, number] => {
  const [lon, lat] = placesByLetter(villageMap).get(letter) as [number, number];
  return [lon, lat];
};

/** Folder for files on this machine while the tests of a file run. */
export function setUpTemporaryFolder() {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "leitstand-imports-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    path: (name: string) => join(folder, name),
    write(name: string, content: string | Uint8Array) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}
