export {
  type CrewCaseAccess,
  guestCaseIdsInScopeQuery,
  caseInScopeCondition,
  caseInScopeByLookupCondition,
  crewAccessCondition,
  guestCaseInScopeCondition,
  tourInScopeCondition,
  vehicleInScopeCondition,
  ownBranchCaseCondition,
  ownTourCondition,
  hasCrewScope,
} from "./visibility.sql";
