import { apiVersion } from "./company";

/** Text of the announcement bar on top of every page. A new id shows it again to readers who have closed it. */
export const announcementBar = {
  id: "v1-2026-11",
  content: `The API is in version ${apiVersion}. <a href="/docs/release_history">What is new</a>`,
} as const;
