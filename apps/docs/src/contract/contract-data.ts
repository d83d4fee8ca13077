import { shownSamples } from "../../samples/runner/shown-samples";
import { listErrorGroups } from "./contract-errors";
import { listEventTypes } from "./contract-events";
import { readFacts } from "./contract-facts";
import { fieldTables } from "./contract-fields";
import { listGrants } from "./contract-grants";
import { listRateClasses } from "./contract-rates";
import { listReauthenticated } from "./contract-reauthentication";
import { describeActions, describeActors, describeTables } from "./contract-states";
import { drawSequences } from "../../steps/diagrams/sequences";
import { drawStateDiagrams } from "../../steps/diagrams/state-diagrams";

/** Data of the contract for pages: each entry is written to `generated/<name>.json` before the site is built. */
export const contractDataBuilders: Readonly<Record<string, () => unknown>> = {
  actions: describeActions,
  actors: describeActors,
  errors: listErrorGroups,
  events: listEventTypes,
  facts: readFacts,
  grants: listGrants,
  rates: listRateClasses,
  reauthenticated: listReauthenticated,
  "state-diagrams": drawStateDiagrams,
  transitions: describeTables,
  ...withPrefix("fields", fieldTables()),
  ...withPrefix("sequences", drawSequences()),
  ...withPrefix("samples", shownSamples()),
};

function withPrefix(folder: string, entries: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${folder}/${name}`, () => value]));
}
