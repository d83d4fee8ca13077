import type { PointOfInterestCategory } from "./point-of-interest";

/** Box as west, south, east, north, in degrees. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

interface LocatedEntry {
  readonly lon: number;
  readonly lat: number;
  /** Country as ISO 3166-1 alpha-2, in capital letters. */
  readonly country?: string;
  readonly zip_code?: string;
  readonly city?: string;
}

/** A house. Where houses belong to no street, `street` is the name of the place that numbers them. */
export interface AddressEntry extends LocatedEntry {
  readonly kind: "address";
  readonly street: string;
  readonly house_number: string;
}

/** A piece of a street; pieces of one name in one city and postal code become one street. */
export interface StreetEntry extends LocatedEntry {
  readonly kind: "street";
  readonly street: string;
  /** Other names of the entry. */
  readonly aliases?: readonly string[];
  readonly bounding_box?: BoundingBox;
}

/** A town, village or part of one, or, with `zip_code`, the area of a postal code. */
export interface PlaceEntry extends LocatedEntry {
  readonly kind: "place";
  readonly city: string;
  readonly aliases?: readonly string[];
}

/** A house that people call by its name. */
export interface PointOfInterestEntry extends LocatedEntry {
  readonly kind: "point_of_interest";
  readonly name: string;
  readonly category: PointOfInterestCategory;
  readonly aliases?: readonly string[];
  readonly street?: string;
  readonly house_number?: string;
}

/** Entry that an index is built from. */
export type GeocodingEntry = AddressEntry | StreetEntry | PlaceEntry | PointOfInterestEntry;
