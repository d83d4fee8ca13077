import { readSamplesWithAnswers } from "../../samples/runner/shown-samples";
import { listErrorGroups } from "./contract-errors";
import { listEventTypes } from "./contract-events";
import { readContractNumbers } from "./contract-facts";
import { describeSchemaFieldTables } from "./contract-fields";
import { listGrants, listRecommendedRoles } from "./contract-grants";
import { listRateClasses } from "./contract-rates";
import { listReauthenticatedOperationIds } from "./contract-reauthentication";
import { describeCaseActions, listActorKinds, describeTransitionTables } from "./contract-states";
import { drawSequenceDiagrams } from "../../steps/diagrams/sequences";
import { drawStateDiagrams } from "../../steps/diagrams/state-diagrams";

/** Data of the contract for pages: each entry is written to `generated/<name>.json` before the site is built. */
export const contractDataBuilders: Readonly<Record<string, () => unknown>> = {
  actions: describeCaseActions,
  actors: listActorKinds,
  errors: listErrorGroups,
  events: listEventTypes,
  facts: readContractNumbers,
  grants: listGrants,
  rates: listRateClasses,
  "recommended-roles": listRecommendedRoles,
  reauthenticated: listReauthenticatedOperationIds,
  "state-diagrams": drawStateDiagrams,
  transitions: describeTransitionTables,
  ...withPrefix("fields", describeSchemaFieldTables()),
  ...withPrefix("sequences", drawSequenceDiagrams()),
  ...withPrefix("samples", readSamplesWithAnswers()),
};

function withPrefix(folder: string, entries: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${folder}/${name}`, () => value]));
}
