import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Polygon } from "geojson";
import { addProtocol } from "maplibre-gl";
import { PMTiles, Protocol } from "pmtiles";

/** The map of roads that the operator has imported. */
export interface Region {
  /** As a source of the map library names it. */
  readonly url: string;
  /** Has to be read beside it. */
  readonly attribution: string;
  /** Where it knows roads and places; elsewhere the overview of the world is all there is. */
  readonly coverage: Polygon;
}

/** The server's words about it; another import has another address. */
interface DescribedMap {
  readonly region: { readonly tiles: string; readonly attribution: string } | null;
}

const protocol = new Protocol();
addProtocol("pmtiles", protocol.tile);

/** Asked once, and again when its tiles are gone; null: none was imported. */
export const regionQuery = queryOptions({
  queryKey: ["map-region"],
  queryFn: ({ signal }) => loadRegion(signal),
  staleTime: Number.POSITIVE_INFINITY,
  // Without a network the overview is drawn, and nothing is waited for.
  networkMode: "always",
});

/** Undefined: still asked for. As long as it cannot be had there is none. */
export function useRegion(): Region | null | undefined {
  const { data, isError } = useQuery(regionQuery);
  return data ?? (isError || data === null ? null : undefined);
}

async function loadRegion(signal: AbortSignal): Promise<Region | null> {
  const { region } = (await (await fetch("/maps/region.json", { signal })).json()) as DescribedMap;
  if (region === null) return null;
  const address = new URL(region.tiles, window.location.origin).href;
  const archive = new PMTiles(address);
  protocol.add(archive);
  return { url: `pmtiles://${address}`, attribution: region.attribution, coverage: await coverageOf(archive) };
}

/** Archives of others do not tell where they know roads: then all that they span. */
async function coverageOf(archive: PMTiles): Promise<Polygon> {
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
