import { describe, expect, it } from "vitest";
import type { Operation } from "./operation";
import { operations } from "../operations";

interface Body {
  readonly properties?: object;
  readonly required?: readonly string[];
}
/** `lock_version` is about the call, and an invitation names its user in one of two ways: neither is a field to keep. */
const optionalFields = ({ body }: Operation) => {
  const { properties = {}, required = [] } = (body ?? {}) as Body;
  return Object.keys(properties).filter((name) => name !== "lock_version" && !required.includes(name));
};
const puts = (Object.values(operations) as Operation[]).filter(
  (operation) =>
    operation.method === "PUT" && operation.id !== "createUserInvite" && optionalFields(operation).length > 0,
);

describe("a PUT", () => {
  it.each(puts.map((operation) => [operation.id, operation] as const))(
    "says what it does to what is left out: %s",
    (_id, put) => {
      expect(put.leftOut).toBeDefined();
      const { others, defaults = [], kept = [] } = put.leftOut ?? { others: "kept" };
      const named = [...defaults, ...kept];
      expect(named.filter((name) => !optionalFields(put).includes(name))).toEqual([]);
      const said = put.description ?? "";
      expect(said).toContain(others === "kept" ? "left out stay as they are" : "left out become empty");
      expect(named.filter((name) => !said.includes(`\`${name}\``))).toEqual([]);
    },
  );
});
