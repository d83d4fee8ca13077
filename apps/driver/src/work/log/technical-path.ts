const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
const BASE = "/api/v1";

/** What was asked of the server, without whom or what it was about. */
export const technicalPath = (address: string): string =>
  new URL(address, "http://localhost").pathname.replace(BASE, "").replaceAll(ID, ":id");
