export {
  type CrewAccess,
  guestCasesInScope,
  inCaseScope,
  inCaseScopeOfMany,
  inCrewScope,
  inGuestScopeOfMany,
  inTourScope,
  inVehicleScope,
  isOfOwnBranch,
  isOwnTour,
  reachesByCrew,
} from "./visibility.sql";
