import type { GeocoderName, RouterName, ExternalServerName, SolverName } from "@leitstand/contract/core/providers";
import type { Clock } from "../clock";
import { ProviderClient } from "./provider";

/** Addresses of the configured servers, and the ones that tenants without a choice of their own use. */
export interface ProviderSettings {
  readonly urls: Readonly<Partial<Record<ExternalServerName, string>>>;
  readonly keys: Readonly<Partial<Record<ExternalServerName, string>>>;
  readonly timeoutMs: number;
  /** Router for tenants that choose none; undefined: the imported map, and an estimate before there is one. */
  readonly routing: RouterName | undefined;
  readonly geocoding: GeocoderName;
  readonly solver: SolverName;
}

/** Settings of an installation that names no other server. */
export const noProviderSettings: ProviderSettings = {
  urls: {},
  keys: {},
  timeoutMs: 5_000,
  routing: undefined,
  geocoding: "embedded",
  solver: "embedded",
};

const API_KEY_PARAMETERS: Readonly<Partial<Record<ExternalServerName, string>>> = {
  graphhopper: "key",
  pelias: "api_key",
};

/** Clients of the other servers that this node uses; each remembers how its last calls went. */
export class ProviderClients {
  private readonly known: ReadonlyMap<ExternalServerName, ProviderClient>;

  constructor(
    readonly settings: ProviderSettings,
    clock: Clock,
  ) {
    const entries = Object.entries(settings.urls) as [ExternalServerName, string][];
    this.known = new Map(
      entries.map(([name, url]) => {
        const [parameter, value] = [API_KEY_PARAMETERS[name], settings.keys[name]];
        const key = parameter !== undefined && value !== undefined ? { parameter, value } : undefined;
        return [name, new ProviderClient({ name, url, key, timeoutMs: settings.timeoutMs, clock })];
      }),
    );
  }

  /** Finds a server's client; undefined when the operator has named no such server. */
  find(name: ExternalServerName): ProviderClient | undefined {
    return this.known.get(name);
  }
}
