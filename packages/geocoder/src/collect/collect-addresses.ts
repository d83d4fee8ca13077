/**
 * Collects what can be found by name out of OpenStreetMap: houses (`addr:*`), streets, places and points of interest.
 * Fits `visitOsmElements` of @leitstand/geo as a visitor; elements must come as the files have them: nodes, ways, relations.
 */
import type { LonLat } from "@leitstand/geo/lon-lat";
import type { MapOmissionCollector } from "@leitstand/geo/osm/omissions";
import type { OsmNode, OsmRelation, OsmTags, OsmElementVisitor, OsmWay } from "@leitstand/geo/osm/osm-element";
import type { BoundingBox, GeocodingEntry } from "../index/entry";
import { interpolateHouseNumbers } from "./interpolated-numbers";
import { NeighbourLookup, type PartialAddressWithPosition } from "./neighbourhood";
import { NodeCoordinateStore } from "./point-store";
import { findPointOfInterestCategory, type PointOfInterestCategory } from "../index/point-of-interest";
import { boundingBoxOf, centreOfWay, lineLengthInMeters, pointsAtSharesAlongLine } from "./way-shape";

/** Attribution to show with the data; OpenStreetMap's licence (ODbL 1.0) asks for it. */
export const OSM_ATTRIBUTION = "© OpenStreetMap contributors";

interface CollectedHouse extends PartialAddressWithPosition {
  readonly number: string;
}

interface StreetPiece extends PartialAddressWithPosition {
  readonly street: string;
  readonly aliases: readonly string[];
  readonly box: BoundingBox;
}

interface NamedPlace extends PartialAddressWithPosition {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly isSettlement: boolean;
}

interface PointOfInterest extends PartialAddressWithPosition {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly category: PointOfInterestCategory;
  readonly number: string | undefined;
}

const settlementKinds = new Set(["city", "town", "village"]);
const placeKinds = new Set([...settlementKinds, "hamlet", "suburb", "quarter", "neighbourhood", "isolated_dwelling"]);
const kindsOfNoStreet = new Set(["platform", "bus_stop", "proposed", "construction", "razed", "rest_area", "services"]);
/** Metres between points of a street, so that a reverse search finds it along its whole length. */
const STREET_POINT_METERS = 150;

/** Mark of the houses along a way, which may have a number of its own. */
const INTERPOLATED_HOUSES_MARK = " between";

export class AddressCollector implements OsmElementVisitor {
  readonly #nodes = new NodeCoordinateStore();
  readonly #ways = new NodeCoordinateStore();
  readonly #houses = new Map<string, CollectedHouse[]>();
  readonly #pieces: StreetPiece[] = [];
  readonly #places: NamedPlace[] = [];
  readonly #pointsOfInterest: PointOfInterest[] = [];
  readonly #interpolationsNotUnderstood: number[] = [];
  readonly #streetOfWay = new Map<number, string>();

  readonly node = ({ id, lon, lat, tags }: OsmNode) => {
    this.#nodes.add(id, [lon, lat]);
    if (tags.size > 0) this.#note(`node ${id}`, tags, [lon, lat]);
  };

  /** Reads a way; nodes that an extract cut off are left out, and so is a way without any. */
  readonly way = ({ id, refs, tags }: OsmWay) => {
    const known = refs.flatMap((ref) => {
      const at = this.#nodes.find(ref);
      return at ? [{ ref, at }] : [];
    });
    const points = known.map(({ at }) => at);
    const centre = centreOfWay(points);
    if (!centre) return;
    this.#ways.add(id, centre);
    if (tags.size === 0) return;
    this.#note(`way ${id}`, tags, centre);
    this.#noteStreet(id, tags, points);
    const scheme = tags.get("addr:interpolation");
    if (scheme) this.#noteInterpolation(id, { tags, scheme, line: known });
  };

  readonly relation = ({ id, members, tags }: OsmRelation) => {
    const type = tags.get("type");
    if (type === "associatedStreet" || type === "street") this.#joinHouses(members, tags);
    const outer = members.find(({ type: kind, role }) => kind === "way" && (role === "outer" || role === ""));
    const label = members.find(({ type: kind, role }) => kind === "node" && /^(label|admin_centre)$/.test(role));
    const at = (label && this.#nodes.find(label.ref)) ?? (outer && this.#ways.find(outer.ref));
    if (at && type !== "boundary") this.#note(`relation ${id}`, tags, at);
  };

  #note(element: string, tags: OsmTags, at: LonLat) {
    const whereabouts = whereaboutsOfTags(tags, at);
    const number = tags.get("addr:housenumber");
    if (number && !tags.has("addr:interpolation"))
      this.#houses.set(
        element,
        houseNumbersOfTags(number, tags).map((each) => ({ ...whereabouts, number: each })),
      );
    const name = tags.get("name");
    const place = tags.get("place");
    const aliases = aliasesOfTags(tags);
    if (name && place && placeKinds.has(place))
      this.#places.push({ ...whereabouts, name, aliases, isSettlement: settlementKinds.has(place) });
    const category = findPointOfInterestCategory(tags);
    const called = name ?? tags.get("brand") ?? tags.get("operator");
    if (category && called) this.#pointsOfInterest.push({ ...whereabouts, name: called, aliases, category, number });
  }

  #noteStreet(id: number, tags: OsmTags, points: readonly LonLat[]) {
    const [name, highway] = [tags.get("name"), tags.get("highway")];
    if (!name || !highway || kindsOfNoStreet.has(highway) || points.length < 2) return;
    this.#streetOfWay.set(id, name);
    const box = boundingBoxOf(points);
    const count = Math.max(1, Math.round(lineLengthInMeters(points) / STREET_POINT_METERS));
    const shares = Array.from({ length: count }, (_, at) => (at + 0.5) / count);
    for (const street of name.split(/\s*;\s*/).filter(Boolean))
      for (const at of pointsAtSharesAlongLine(points, shares))
        this.#pieces.push({ at, street, aliases: aliasesOfTags(tags), box });
  }

  #noteInterpolation(id: number, way: { tags: OsmTags; scheme: string; line: readonly { ref: number; at: LonLat }[] }) {
    const line = way.line.map(({ ref, at }) => ({ at, number: this.#houses.get(`node ${ref}`)?.[0]?.number }));
    const ends = way.line.flatMap(({ ref }) => this.#houses.get(`node ${ref}`) ?? []);
    const inherited = { ...ends[0], ...withoutUndefined(whereaboutsOfTags(way.tags, [0, 0])) };
    const { houses, isUnderstood } = interpolateHouseNumbers(line, way.scheme);
    this.#houses.set(
      `way ${id}${INTERPOLATED_HOUSES_MARK}`,
      houses.map(({ number, at }) => ({ ...inherited, number, at })),
    );
    if (!isUnderstood) this.#interpolationsNotUnderstood.push(id);
  }

  /** Gives houses the street of the relation that joins them. */
  #joinHouses(members: OsmRelation["members"], tags: OsmTags) {
    const wayRefs = members.filter(({ role }) => role === "street").map(({ ref }) => ref);
    const street = tags.get("name") ?? wayRefs.map((ref) => this.#streetOfWay.get(ref)).find(Boolean);
    const said = withoutUndefined({ ...whereaboutsOfTags(tags, [0, 0]), street });
    for (const { type, ref, role } of members) {
      const element = `${type} ${ref}`;
      const houses = role === "street" ? undefined : this.#houses.get(element);
      if (houses)
        this.#houses.set(
          element,
          houses.map((house) => ({ ...said, ...withoutUndefined(house), at: house.at, number: house.number })),
        );
    }
  }

  /**
   * Reports houses that cannot be found: they name neither street nor place, or stand along a way whose numbers are not
   * clear.
   */
  tellOmissions(omissions: MapOmissionCollector) {
    for (const id of this.#interpolationsNotUnderstood) omissions.add("INTERPOLATION_NOT_UNDERSTOOD", `way ${id}`);
    for (const [element, houses] of this.#houses)
      if (houses.some(({ street }) => !street))
        omissions.add("ADDRESS_WITHOUT_STREET", element.replace(INTERPOLATED_HOUSES_MARK, ""));
  }

  /** Entries found; gaps in postal code, place and country are filled from the nearest that has them. */
  *entries(): Generator<GeocodingEntry> {
    const houses = [...this.#houses.values()].flat();
    const towns = this.#places
      .filter(({ isSettlement }) => isSettlement)
      .map((place) => ({ ...place, city: place.name }));
    // Houses with complete addresses are asked first: incomplete ones would only hide them.
    const stages = [
      houses.filter(({ city, zip_code }) => city && zip_code),
      houses.filter(({ city, zip_code }) => city || zip_code),
      towns,
    ].map((known) => new NeighbourLookup(known));
    const complete = <Item extends PartialAddressWithPosition>(item: Item) =>
      stages.reduce((said, neighbourhood) => neighbourhood.complete(said), item);
    for (const { name, aliases, ...place } of this.#places) {
      const { country, at } = complete({ ...place, city: name });
      yield { kind: "place", city: name, country, aliases, ...toPosition(at) };
    }
    for (const house of houses) {
      const { street, number, at, zip_code, city, country } = complete(house);
      if (street) yield { kind: "address", street, house_number: number, zip_code, city, country, ...toPosition(at) };
    }
    for (const piece of this.#pieces) {
      const { street, aliases, box, at, zip_code, city, country } = complete(piece);
      yield { kind: "street", street, aliases, bounding_box: box, zip_code, city, country, ...toPosition(at) };
    }
    for (const point of this.#pointsOfInterest) {
      const { number, at, ...said } = complete(point);
      yield { kind: "point_of_interest", ...said, house_number: number, ...toPosition(at) };
    }
  }
}

const toPosition = ([lon, lat]: LonLat) => ({ lon, lat });

/**
 * Numbers by which a house is found. In Czech and Slovak towns it has two, of the register and of the street, mapped as
 * "739/33", and people write the latter alone.
 */
function houseNumbersOfTags(number: string, tags: OsmTags): string[] {
  const own = number.split(/\s*[;,]\s*/).filter(Boolean);
  const ofStreet = tags.get("addr:streetnumber");
  return ofStreet === undefined || own.includes(ofStreet) ? own : [...own, ofStreet];
}

/** Villages without street names number their houses by the place. */
const whereaboutsOfTags = (tags: OsmTags, at: LonLat): PartialAddressWithPosition => ({
  at,
  street: tags.get("addr:street") ?? tags.get("addr:place"),
  zip_code: tags.get("addr:postcode"),
  city: tags.get("addr:city") ?? tags.get("addr:place"),
  country: tags.get("addr:country"),
});

const aliasKeys = [
  "alt_name",
  "short_name",
  "official_name",
  "old_name",
  "loc_name",
  "name:de",
  "name:en",
  "name:fr",
  "name:it",
];
const aliasesOfTags = (tags: OsmTags) =>
  aliasKeys.flatMap((key) => tags.get(key)?.split(/\s*;\s*/) ?? []).filter(Boolean);

/** Copy without undefined fields, so that they do not overwrite values from another source. */
const withoutUndefined = <Item extends object>(item: Item): Partial<Item> =>
  Object.fromEntries(
    Object.entries(item).filter(([key, value]) => value !== undefined && key !== "at"),
  ) as Partial<Item>;
