/** Operations that we have added to those of the specification, each with a grant of its own name or another one's. */
export const beyondSpecification = [
  "assignCasesToTours",
  "createCriticalMessage",
  "getImportedGeoData",
  "getSuggestions",
] as const;
