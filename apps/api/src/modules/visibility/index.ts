export {
  type CrewAccess,
  inCaseScope,
  inCaseScopeOfMany,
  inCrewScope,
  inTourScope,
  isOwnTour,
  reachesByCrew,
} from "./visibility.sql";
