/** Reasons that the server records where none was given. Apps and documents show them in words. */
export const defaultCaseReasons = ["COMPLETED_BY_BACKOFFICE", "REASSIGNED"] as const;
export type DefaultCaseReason = (typeof defaultCaseReasons)[number];
