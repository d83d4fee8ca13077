import { describe, expect, it } from "vitest";
import type { Operation } from "./operation";
import { operations } from "../operations";

interface BodySchema {
  readonly properties?: object;
  readonly required?: readonly string[];
}
/** Fields about the call itself, which are never stored. */
const fieldsOfTheCall: readonly string[] = ["lock_version", "occurred_at", "client_id"];
/** Operations that take exactly one of two alternative fields, so that no field counts as left out. */
const operationsWithAlternatives: readonly string[] = ["createUserInvite", "updateOwnPushToken"];
const optionalFieldsOf = ({ body }: Operation) => {
  const { properties = {}, required = [] } = (body ?? {}) as BodySchema;
  return Object.keys(properties).filter((name) => !fieldsOfTheCall.includes(name) && !required.includes(name));
};
const putOperations = (Object.values(operations) as Operation[]).filter(
  (operation) =>
    operation.method === "PUT" &&
    !operationsWithAlternatives.includes(operation.id) &&
    optionalFieldsOf(operation).length > 0,
);

describe("PUT of the contract", () => {
  it.each(putOperations.map((operation) => [operation.id, operation] as const))(
    "the description of a PUT operation says what happens to fields that are left out: %s",
    (_id, put) => {
      expect(put.leftOut).toBeDefined();
      const { others, defaults = [], kept = [] } = put.leftOut ?? { others: "kept" };
      const named = [...defaults, ...kept];
      expect(named.filter((name) => !optionalFieldsOf(put).includes(name))).toEqual([]);
      const said = put.description ?? "";
      expect(said).toContain(others === "kept" ? "left out stay as they are" : "left out become empty");
      expect(named.filter((name) => !said.includes(`\`${name}\``))).toEqual([]);
    },
  );
});
