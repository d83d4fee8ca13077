const UUID_PATTERN = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
const API_BASE_PATH = "/api/v1";

/** Path of a request for the log, without the ids of people or objects. */
export const pathWithoutIds = (address: string): string =>
  new URL(address, "http://localhost").pathname.replace(API_BASE_PATH, "").replaceAll(UUID_PATTERN, ":id");
