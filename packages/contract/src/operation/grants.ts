import { type Static, Type } from "typebox";
import { defineOperations } from "./operation";
import { Enum, ClosedObject } from "../core/schema";
import { grantNames } from "./grant-names";

/**
 * A grant is what a role may hold: the permission to call the operations that ask for it. The names follow from what the
 * operations declare; they stand in a generated file, because the shapes of roles name them while operations are declared.
 */
export { grantNames };
export type GrantName = (typeof grantNames)[number];
export const GrantName = Enum(grantNames, { $id: "GrantName" });

export const Grant = ClosedObject(
  {
    grant: Type.String(),
    operations: Type.Array(
      ClosedObject(
        { id: Type.String(), summary: Type.String(), tag: Type.String() },
        { $id: "GrantOperation", examples: [{ id: "getArea", summary: "Get an area", tag: "areas" }] },
      ),
      { description: "What the grant opens. Empty while its operations are still to come." },
    ),
    token_kinds: Type.Array(Enum(["USER", "DEVICE", "SERVICE"]), {
      description: "The kinds of tokens that can make use of it.",
    }),
    tenant_types: Type.Array(Enum(["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"]), {
      description: "The types of tenants that can make use of it.",
    }),
  },
  {
    $id: "Grant",
    examples: [
      {
        grant: "getAreas",
        operations: [{ id: "getArea", summary: "Get an area", tag: "areas" }],
        token_kinds: ["USER", "DEVICE", "SERVICE"],
        tenant_types: ["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"],
      },
    ],
  },
);
export type Grant = Static<typeof Grant>;

export const grantOperations = defineOperations("grants", {
  getGrants: {
    on: "GET /grants",
    summary: "List grants",
    description: "Every grant that a role can hold, by name, and the operations that it opens.",
    answer: Type.Array(Grant),
  },
});
