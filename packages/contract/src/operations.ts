import { areaOperations } from "./areas";
import type { Operation } from "./operation";

/** Every operation there is, by its id. Routes, client, `openapi.yaml` and the authorization matrix are made from this. */
export const operations = {
  ...areaOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export const allOperations = Object.values(operations) as readonly Operation[];
