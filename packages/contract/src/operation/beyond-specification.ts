/** Operations that we have added to those of the specification, each with a grant of its own name or another one's. */
export const beyondSpecification = [
  "assignCasesToTours",
  "createCriticalMessage",
  "deleteOwnSession",
  "deleteOwnSessions",
  "deleteUserSessions",
  "getImportedGeoData",
  "getOwnSessions",
  "getSuggestions",
  "getUserSessions",
  "reauthenticate",
  "signOut",
] as const;
