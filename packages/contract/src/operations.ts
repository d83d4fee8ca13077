import { areaOperations } from "./areas";
import { branchOperations } from "./branches";
import type { Operation } from "./operation";
import { responsibilityClaimOperations } from "./responsibility-claims";
import { skillOperations } from "./skills";
import { todoTemplateOperations } from "./todo-templates";
import { vehicleTypeOperations } from "./vehicle-types";
import { vehicleOperations } from "./vehicles";

/** Every operation there is, by its id. Routes, client, `openapi.yaml` and the authorization matrix are made from this. */
export const operations = {
  ...areaOperations,
  ...branchOperations,
  ...responsibilityClaimOperations,
  ...skillOperations,
  ...todoTemplateOperations,
  ...vehicleOperations,
  ...vehicleTypeOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export const allOperations = Object.values(operations) as readonly Operation[];
