export {
  type CrewAccess,
  guestCaseIdsInScope,
  isCaseInScope,
  isCaseInScopeByLookup,
  hasCrewAccess,
  isGuestCaseInScope,
  isTourInScope,
  isVehicleInScope,
  isOfOwnBranch,
  isOwnTour,
  hasCrewScope,
} from "./visibility.sql";
