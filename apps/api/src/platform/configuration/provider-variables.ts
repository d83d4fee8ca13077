import { geocoderNames, routerNames, solverNames } from "@leitstand/contract/core/providers";
import { parseChoice, parseServerUrl, defineConfigVariable, parseWholeNumber } from "./config-variable";

const SERVER_URL_FORM = "an http or https address, such as http://10.0.0.5:5000";
const API_KEY_FORM = "1 to 200 characters without spaces";
const parseApiKey = (text: string) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined);
const serverUrlVariable = (name: string, meaning: string) =>
  defineConfigVariable({ name, fallback: "none", expected: SERVER_URL_FORM, meaning, parse: parseServerUrl });

const apiKeyVariable = (server: string, name: string) =>
  defineConfigVariable({
    name,
    fallback: "none",
    expected: API_KEY_FORM,
    meaning: `The key that the ${server} server asks for`,
    isSecret: true,
    parse: parseApiKey,
  });

/**
 * Variables that name other servers for roads, addresses and plans; only the operator of the installation sets them.
 */
export const providerVariables = {
  routing: defineConfigVariable({
    name: "ROUTING",
    fallback: "embedded once a map is imported, else estimate",
    expected: `one of ${routerNames.join(", ")}`,
    meaning:
      "Who answers how far and how long it is, unless a tenant chooses another configured one; embedded is the imported map, and an estimate outside of it",
    parse: (text) => parseChoice(text, routerNames),
  }),
  geocoding: defineConfigVariable({
    name: "GEOCODING",
    fallback: "embedded",
    expected: `one of ${geocoderNames.join(", ")}`,
    meaning:
      "Who finds addresses, unless a tenant or a call chooses another configured one; embedded is what was imported, and the places of DE, AT, CH and LI",
    parse: (text) => parseChoice(text, geocoderNames),
  }),
  solver: defineConfigVariable({
    name: "SOLVER",
    fallback: "embedded",
    expected: `one of ${solverNames.join(", ")}`,
    meaning: "Who plans tours, unless a tenant chooses another configured one",
    parse: (text) => parseChoice(text, solverNames),
  }),
  osrm: serverUrlVariable("OSRM_URL", "An OSRM server with the profile for cars"),
  valhalla: serverUrlVariable("VALHALLA_URL", "A Valhalla server"),
  graphhopper: serverUrlVariable(
    "GRAPHHOPPER_URL",
    "A GraphHopper server. Travel times in suggestions and plans need its Matrix API, which the open-source server lacks, and are estimated without it",
  ),
  photon: serverUrlVariable("PHOTON_URL", "A Photon server"),
  nominatim: serverUrlVariable("NOMINATIM_URL", "A Nominatim server"),
  pelias: serverUrlVariable("PELIAS_URL", "A Pelias server"),
  vroom: serverUrlVariable("VROOM_URL", "A VROOM server (vroom-express)"),
  graphhopperKey: apiKeyVariable("GraphHopper", "GRAPHHOPPER_KEY"),
  peliasKey: apiKeyVariable("Pelias", "PELIAS_KEY"),
  providerTimeoutSeconds: defineConfigVariable({
    name: "PROVIDER_TIMEOUT",
    fallback: "5",
    expected: "a whole number of seconds from 1 to 30",
    meaning: "How long another server may take before the caller is told that it is too slow",
    parse: (text) => parseWholeNumber(text, 1, 30),
  }),
};
