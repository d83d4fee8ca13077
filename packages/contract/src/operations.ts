import { areaOperations } from "./areas";
import { branchOperations } from "./branches";
import { caseNoteOperations } from "./case-notes";
import { caseSearchOperations } from "./case-search";
import { caseOperations } from "./cases";
import { dashboardOperations } from "./dashboard";
import { grantOperations } from "./grants";
import type { Operation } from "./operation";
import { responsibilityClaimOperations } from "./responsibility-claims";
import { roleOperations } from "./roles";
import { rsaTourOperations } from "./rsa-tours";
import { skillOperations } from "./skills";
import { todoTemplateOperations } from "./todo-templates";
import { tourOperations } from "./tours";
import { userInviteOperations } from "./user-invites";
import { userOperations } from "./users";
import { vehicleTypeOperations } from "./vehicle-types";
import { vehicleOperations } from "./vehicles";

/** Every operation there is, by its id. Routes, client, `openapi.yaml` and the authorization matrix are made from this. */
export const operations = {
  ...areaOperations,
  ...branchOperations,
  ...caseNoteOperations,
  ...caseSearchOperations,
  ...caseOperations,
  ...dashboardOperations,
  ...grantOperations,
  ...responsibilityClaimOperations,
  ...roleOperations,
  ...rsaTourOperations,
  ...skillOperations,
  ...todoTemplateOperations,
  ...tourOperations,
  ...userInviteOperations,
  ...userOperations,
  ...vehicleOperations,
  ...vehicleTypeOperations,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export const allOperations = Object.values(operations) as readonly Operation[];
