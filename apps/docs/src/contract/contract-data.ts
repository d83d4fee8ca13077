import { shownSamples } from "../../samples/runner/sample-files";
import { listErrorGroups } from "./contract-errors";
import { listEventTypes } from "./contract-events";
import { readFacts } from "./contract-facts";
import { fieldTables } from "./contract-fields";
import { listGrants } from "./contract-grants";
import { listRateClasses } from "./contract-rates";
import { describeActions, describeTables } from "./contract-states";

/** What pages show of the contract: each entry is written to `generated/<name>.json` before the site is built. */
export const contractData: Readonly<Record<string, () => unknown>> = {
  actions: describeActions,
  errors: listErrorGroups,
  events: listEventTypes,
  facts: readFacts,
  grants: listGrants,
  rates: listRateClasses,
  transitions: describeTables,
  ...prefixed("fields", fieldTables()),
  ...prefixed("samples", shownSamples()),
};

function prefixed(folder: string, entries: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${folder}/${name}`, () => value]));
}
