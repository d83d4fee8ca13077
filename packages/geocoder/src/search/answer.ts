import type { LonLat } from "@leitstand/geo/lon-lat";
import { type AddressIndex, storedBoundingBoxAt, storedPointAt } from "../index/address-index";
import type { BoundingBox } from "../index/entry";
import type { FoundHouse, GeocodingPrecision } from "./house-in-group";
import { type PointOfInterestCategory, pointOfInterestCategories } from "../index/point-of-interest";
import { boundingBoxAround } from "../index/mercator";

/** One answer of the geocoder; fields that are not known are undefined. */
export interface GeocodingAnswer {
  readonly kind: "address" | "street" | "place" | "point_of_interest";
  /** Label for people in one line: "Herrengasse 3, 8010 Graz". */
  readonly label: string;
  readonly name?: string | undefined;
  readonly category?: PointOfInterestCategory | undefined;
  readonly street?: string | undefined;
  readonly house_number?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly city?: string | undefined;
  /** Country as ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** Longitude in degrees of WGS 84. */
  readonly lon: number;
  readonly lat: number;
  readonly bounding_box: BoundingBox;
  /** Confidence from 0 to 1: how much of the query the answer explains, and whether another answer does as well. */
  readonly confidence: number;
  /** As confidence, but not lower where another answer does equally well: whether this is an answer at all. */
  readonly match: number;
  readonly precision: GeocodingPrecision;
  /** Distance from the point that was asked for; only in answers of a reverse search. */
  readonly distance_meters?: number;
}

export type DescribedAnswer = Omit<GeocodingAnswer, "confidence" | "match" | "distance_meters">;

/** Size of the box around a single house, so that a map that shows the box shows its surroundings. */
const HOUSE_BOX_METERS = 50;

export function describeAddressGroup(index: AddressIndex, group: number, house?: FoundHouse): DescribedAnswer {
  const { columns } = index;
  const isPointOfInterest = (columns.groupCategory[group] || 0) > 0;
  const isPoint = isPointOfInterest || house?.house_number !== undefined;
  const [lon, lat] = house?.at ?? storedPointAt(columns.groupPoint, group);
  const answer = { ...nameOfGroup(index, group), ...addressOfGroup(index, group, house) };
  return {
    kind: isPointOfInterest ? "point_of_interest" : isPoint ? "address" : "street",
    label: addressLabelOf(answer),
    ...answer,
    lon,
    lat,
    bounding_box: isPoint
      ? boundingBoxAround([lon, lat], HOUSE_BOX_METERS)
      : storedBoundingBoxAt(columns.groupBox, group),
    precision: house?.precision ?? (isPointOfInterest ? "exact" : "street"),
  };
}

/** Name of a group; only points of interest have one of their own. */
function nameOfGroup(index: AddressIndex, group: number) {
  const { columns } = index;
  const category = columns.groupCategory[group] || 0;
  return category > 0
    ? { name: index.text(columns.groupName[group]), category: pointOfInterestCategories[category - 1] }
    : {};
}

function addressOfGroup(index: AddressIndex, group: number, house: FoundHouse | undefined) {
  const { columns } = index;
  const place = (columns.groupPlace[group] || 0) - 1;
  return {
    street: house?.street ?? index.text(columns.groupStreet[group]),
    house_number: house?.house_number ?? index.text(columns.groupNumber[group]),
    zip_code: index.text(columns.groupZip[group]),
    city: place < 0 ? undefined : index.text(columns.placeName[place]),
    country: index.text(columns.groupCountry[group]) ?? index.text(columns.placeCountry[place]),
  };
}

/** Describes the part of a place in one postal code, or the whole place when no locality is given. */
export function describePlace(index: AddressIndex, place: number, locality: number | undefined): DescribedAnswer {
  const { columns } = index;
  const [first, end] = [columns.localityStarts[place] as number, columns.localityStarts[place + 1] as number];
  const localities = Array.from({ length: end - first }, (_, at) => first + at);
  const zips = [...new Set(localities.map((at) => index.text(columns.localityZip[at])).filter(Boolean))];
  // The centre of the town is a better answer than the middle of its only postal code.
  const isWhole = locality === undefined || zips.length <= 1;
  const [lon, lat] = isWhole
    ? storedPointAt(columns.placePoint, place)
    : storedPointAt(columns.localityPoint, locality);
  const answer = {
    zip_code: isWhole ? (zips.length === 1 ? zips[0] : undefined) : index.text(columns.localityZip[locality]),
    city: index.text(columns.placeName[place]),
    country: index.text(columns.placeCountry[place]),
  };
  const boxes = (isWhole ? localities : [locality]).map((at) => storedBoundingBoxAt(columns.localityBox, at));
  return {
    kind: "place",
    label: addressLabelOf(answer),
    ...answer,
    lon,
    lat,
    bounding_box: boxes.reduce(joinBoxes, [lon, lat, lon, lat]),
    precision: "place",
  };
}

const joinBoxes = (left: BoundingBox, right: BoundingBox): BoundingBox => [
  Math.min(left[0], right[0]),
  Math.min(left[1], right[1]),
  Math.max(left[2], right[2]),
  Math.max(left[3], right[3]),
];

interface LabelParts {
  readonly name?: string | undefined;
  readonly street?: string | undefined;
  readonly house_number?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly city?: string | undefined;
}

function addressLabelOf({ name, street, house_number, zip_code, city }: LabelParts): string {
  const house = street && [street, house_number].filter(Boolean).join(" ");
  return [name, house, [zip_code, city].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

export const lonLatOf = ({ lon, lat }: { readonly lon: number; readonly lat: number }): LonLat => [lon, lat];
