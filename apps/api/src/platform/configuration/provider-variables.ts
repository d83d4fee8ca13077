import { geocoderNames, routerNames, solverNames } from "@leitstand/contract/core/providers";
import { oneOf, serverUrl, variable, wholeNumber } from "./config-variable";

const SERVER = "an http or https address, such as http://10.0.0.5:5000";
const KEY = "1 to 200 characters without spaces";
const key = (text: string) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined);
const server = (name: string, meaning: string) =>
  variable({ name, fallback: "none", expected: SERVER, meaning, parse: serverUrl });

const keyOf = (server: string, name: string) =>
  variable({
    name,
    fallback: "none",
    expected: KEY,
    meaning: `The key that the ${server} server asks for`,
    isSecret: true,
    parse: key,
  });

/**
 * Variables that name other servers for roads, addresses and plans; only the operator of the installation sets them.
 */
export const providerVariables = {
  routing: variable({
    name: "ROUTING",
    fallback: "embedded once a map is imported, else estimate",
    expected: `one of ${routerNames.join(", ")}`,
    meaning:
      "Who answers how far and how long it is, unless a tenant chooses another configured one; embedded is the imported map, and an estimate outside of it",
    parse: (text) => oneOf(text, routerNames),
  }),
  geocoding: variable({
    name: "GEOCODING",
    fallback: "embedded",
    expected: `one of ${geocoderNames.join(", ")}`,
    meaning:
      "Who finds addresses, unless a tenant or a call chooses another configured one; embedded is what was imported, and the places of DE, AT, CH and LI",
    parse: (text) => oneOf(text, geocoderNames),
  }),
  solver: variable({
    name: "SOLVER",
    fallback: "embedded",
    expected: `one of ${solverNames.join(", ")}`,
    meaning: "Who plans tours, unless a tenant chooses another configured one",
    parse: (text) => oneOf(text, solverNames),
  }),
  osrm: server("OSRM_URL", "An OSRM server with the profile for cars"),
  valhalla: server("VALHALLA_URL", "A Valhalla server"),
  graphhopper: server("GRAPHHOPPER_URL", "A GraphHopper server"),
  photon: server("PHOTON_URL", "A Photon server"),
  nominatim: server("NOMINATIM_URL", "A Nominatim server"),
  pelias: server("PELIAS_URL", "A Pelias server"),
  vroom: server("VROOM_URL", "A VROOM server (vroom-express)"),
  graphhopperKey: keyOf("GraphHopper", "GRAPHHOPPER_KEY"),
  peliasKey: keyOf("Pelias", "PELIAS_KEY"),
  providerTimeoutSeconds: variable({
    name: "PROVIDER_TIMEOUT",
    fallback: "5",
    expected: "a whole number of seconds from 1 to 30",
    meaning: "How long another server may take before the caller is told that it is too slow",
    parse: (text) => wholeNumber(text, 1, 30),
  }),
};
