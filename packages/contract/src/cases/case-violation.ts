import { Type } from "typebox";
import { ClosedObject } from "../core/schema";

/** A planning rule that a case breaks on a tour. */
export const CaseConstraintViolation = ClosedObject(
  { constraint: Type.String(), level: Type.String() },
  { $id: "CaseConstraintViolation", examples: [{ constraint: "WORKLOAD", level: "MODERATE" }] },
);
