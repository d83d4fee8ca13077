export {
  type CrewCaseAccess,
  guestCaseIdsInScopeQuery,
  caseInScopeCondition,
  manyCasesInScopeCondition,
  crewAccessCondition,
  guestCaseInScopeCondition,
  tourInScopeCondition,
  vehicleInScopeCondition,
  vehiclePositionInScopeCondition,
  ownBranchCaseCondition,
  ownTourCondition,
  hasCrewScope,
} from "./visibility.sql";
