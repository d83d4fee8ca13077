import type { LonLat } from "@leitstand/geo/lon-lat";
import Flatbush from "flatbush";
import { AddressIndex, storedPointAt } from "./address-index";
import type { AddressEntry, GeocodingEntry, PlaceEntry, PointOfInterestEntry, StreetEntry } from "./entry";
import { type AddressGroupIdentity, AddressGroupRegister } from "./group-register";
import { PlaceRegister } from "./place-register";
import { mercatorMetersOf } from "./mercator";
import { TextTable } from "./text-table";
import { normalizeZip } from "../text/zip-code";

/**
 * Builds the index in memory; some 250 bytes for each address and 500 for each street. The order of the entries matters
 * only for spellings: of two spellings of a street or place the first is answered; houses keep their own. Throws a
 * RangeError for coordinates that are not on the globe.
 */
export function buildGeocodingIndex(entries: Iterable<GeocodingEntry>): AddressIndex {
  const places = new PlaceRegister();
  const groups = new AddressGroupRegister();
  for (const entry of entries) {
    const tidied = normalizeEntry(entry);
    if (tidied.kind === "place") addPlace(places, tidied);
    else addGroup(groups, tidied, findPlaceOf(places, tidied));
  }
  const texts = new TextTable();
  const columns = { ...places.toColumns(texts), ...groups.toColumns(texts) };
  return new AddressIndex({
    ...columns,
    ...texts.toColumns(),
    numberTree: buildTree(columns.numberPoint),
    streetTree: buildTree(columns.streetPoint),
    groupTree: buildTree(columns.groupPoint),
    localityTree: buildTree(columns.localityPoint),
  });
}

function normalizeEntry<Entry extends GeocodingEntry>(entry: Entry): Entry {
  const { lon, lat, zip_code, country, city } = entry;
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
    throw new RangeError(`A ${entry.kind} lies at longitude ${lon}, latitude ${lat}, which is not on the globe.`);
  return {
    ...entry,
    zip_code: zip_code === undefined ? undefined : normalizeZip(zip_code),
    country: country?.trim().toUpperCase(),
    city: city?.trim(),
  };
}

function addPlace(places: PlaceRegister, { city, country, zip_code, lon, lat, aliases = [] }: PlaceEntry) {
  places.list({ city, country, zip_code, at: [lon, lat] }, aliases);
}

type GroupEntry = AddressEntry | StreetEntry | PointOfInterestEntry;

const findPlaceOf = (places: PlaceRegister, { city, country, zip_code, lon, lat }: GroupEntry) =>
  city ? places.mention({ city, country, zip_code, at: [lon, lat] }) : undefined;

function addGroup(groups: AddressGroupRegister, entry: GroupEntry, place: number | undefined) {
  const at: LonLat = [entry.lon, entry.lat];
  const located = { place, zip_code: entry.zip_code, country: entry.country };
  if (entry.kind === "address") groups.addHouse({ ...located, name: entry.street }, entry.house_number, at);
  else if (entry.kind === "street")
    groups.addPiece({ ...located, name: entry.street }, { at, box: entry.bounding_box, aliases: entry.aliases });
  else groups.addPiece(groupOfPointOfInterest(entry, located), { at, aliases: entry.aliases });
}

function groupOfPointOfInterest(
  entry: PointOfInterestEntry,
  located: Omit<AddressGroupIdentity, "name">,
): AddressGroupIdentity {
  const { name, category, street = "", house_number = "", lon, lat } = entry;
  return { ...located, name, pointOfInterest: { category, street, house_number, at: [lon, lat] } };
}

/** Builds a tree in single precision, half a metre in Europe; results are measured again exactly. */
function buildTree(points: Int32Array): Uint8Array<ArrayBuffer> {
  if (points.length === 0) return new Uint8Array(0);
  const tree = new Flatbush(points.length / 2, 16, Float32Array);
  for (let at = 0; at < points.length / 2; at++) {
    const [x, y] = mercatorMetersOf(storedPointAt(points, at));
    tree.add(x, y, x, y);
  }
  tree.finish();
  return new Uint8Array(tree.data as ArrayBuffer);
}
