const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
const BASE = "/api/v1";

/** Path of a request for the log, without the ids of people or objects. */
export const technicalPath = (address: string): string =>
  new URL(address, "http://localhost").pathname.replace(BASE, "").replaceAll(ID, ":id");
