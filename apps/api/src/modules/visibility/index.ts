export {
  type CrewCaseAccess,
  guestCaseIdsInScopeQuery,
  caseInScopeCondition,
  manyCasesInScopeCondition,
  crewAccessCondition,
  guestCaseInScopeCondition,
  tourInScopeCondition,
  vehicleInScopeCondition,
  ownBranchCaseCondition,
  ownTourCondition,
  hasCrewScope,
} from "./visibility.sql";
