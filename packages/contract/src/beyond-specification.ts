/** Operations that we have added to those of the specification; each needs a grant of its own name. */
export const beyondSpecification = ["createCriticalMessage"] as const;
