import type { GeocoderName } from "@leitstand/contract/core/providers";
import type { GeoDataLoader } from "#modules/geo-data/index";
import type { ProviderClient } from "#platform/providers/provider";
import type { ProviderClients } from "#platform/providers/providers";
import { problem } from "#platform/problem";
import { createEmbeddedGeocoder } from "./embedded.service";
import type { Geocoder } from "./geocoded";
import { createNominatimGeocoder } from "./nominatim.service";
import { createPeliasGeocoder } from "./pelias.service";
import { createPhotonGeocoder } from "./photon.service";

/** Geocoders by name; undefined where the operator has not configured such a server. */
export type GeocoderLookup = (name: GeocoderName) => Geocoder | undefined;

const geocoderFactories: Readonly<Partial<Record<GeocoderName, (provider: ProviderClient) => Geocoder>>> = {
  photon: createPhotonGeocoder,
  nominatim: createNominatimGeocoder,
  pelias: createPeliasGeocoder,
};

export function createGeocoderLookup(providers: ProviderClients, geoData: GeoDataLoader): GeocoderLookup {
  const embedded = createEmbeddedGeocoder(geoData);
  return (name) => {
    if (name === "embedded") return embedded;
    const provider = providers.find(name);
    return provider && geocoderFactories[name]?.(provider);
  };
}

interface GeocoderChoice {
  /** Geocoder that the call names; it must exist. */
  readonly asked?: GeocoderName | undefined;
  /** Geocoder of the tenant; replaced by that of the installation where it does not exist. */
  readonly tenants: GeocoderName | null;
}

export function selectGeocoder(
  geocoders: GeocoderLookup,
  { settings }: ProviderClients,
  { asked, tenants }: GeocoderChoice,
): Geocoder {
  const wanted = asked === undefined ? undefined : geocoders(asked);
  if (asked !== undefined && !wanted)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "geocoder", rule: "configured" });
  const found = wanted ?? (tenants && geocoders(tenants)) ?? geocoders(settings.geocoding);
  if (!found) throw new Error(`The installation's own geocoder ${settings.geocoding} is not there.`);
  return found;
}
