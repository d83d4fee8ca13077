export {
  type CrewAccess,
  guestCasesInScope,
  inCaseScope,
  inCaseScopeOfMany,
  inCrewScope,
  inTourScope,
  inVehicleScope,
  isOfOwnBranch,
  isOwnTour,
  reachesByCrew,
} from "./visibility.sql";
