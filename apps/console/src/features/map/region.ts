import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Polygon } from "geojson";
import { addProtocol } from "maplibre-gl";
import { PMTiles, Protocol } from "pmtiles";

/** Map of roads that the operator has imported. */
export interface ImportedRegion {
  /** Address of the source for the map library. */
  readonly url: string;
  /** Attribution that has to be visible beside the map. */
  readonly attribution: string;
  /** Area of which the map has roads and places; elsewhere there is only the overview of the world. */
  readonly coverage: Polygon;
}

/** Server's description of the map; each import has another address. */
interface MapDescription {
  readonly region: { readonly tiles: string; readonly attribution: string } | null;
}

const pmtilesProtocol = new Protocol();
addProtocol("pmtiles", pmtilesProtocol.tile);

/** The imported region, fetched once, and again when its tiles are gone; null when none was imported. */
export const regionQuery = queryOptions({
  queryKey: ["map-region"],
  queryFn: ({ signal }) => loadRegion(signal),
  staleTime: Number.POSITIVE_INFINITY,
  // Without a network the query fails at once, and the overview is drawn instead of waiting.
  networkMode: "always",
});

/** The imported region; undefined while it loads, null when there is none or it cannot be read. */
export function useImportedRegion(): ImportedRegion | null | undefined {
  const { data, isError } = useQuery(regionQuery);
  return data ?? (isError || data === null ? null : undefined);
}

async function loadRegion(signal: AbortSignal): Promise<ImportedRegion | null> {
  const { region } = (await (await fetch("/maps/region.json", { signal })).json()) as MapDescription;
  if (region === null) return null;
  const address = new URL(region.tiles, window.location.origin).href;
  const archive = new PMTiles(address);
  pmtilesProtocol.add(archive);
  return { url: `pmtiles://${address}`, attribution: region.attribution, coverage: await coverageOfArchive(archive) };
}

/** Area that an archive covers; an archive made elsewhere does not say where it has roads, so its bounds are taken. */
async function coverageOfArchive(archive: PMTiles): Promise<Polygon> {
  const { coverage } = (await archive.getMetadata()) as { readonly coverage?: Polygon };
  if (coverage?.type === "Polygon") return coverage;
  const { minLon: west, minLat: south, maxLon: east, maxLat: north } = await archive.getHeader();
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [corners] };
}
