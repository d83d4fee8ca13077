import { describe, expect, it } from "vitest";
import { parseCaseAndTourIdsFromUrl, parsePushNotice } from "./notice.ts";

const namedLink = { case_id: "7d6c5b4a-3f2e-4d1c-8b0a-9f8e7d6c5b07", tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05" };
const linkQuery = new URLSearchParams(namedLink).toString();
const aNotification = (changes: object = {}) => ({
  title: "Neuer Fall C-2026-000123",
  body: "",
  navigate: `https://dispo.example/driver/?${linkQuery}`,
  tag: namedLink.case_id,
  ...changes,
});
const readNotice = (notification: unknown, web_push: unknown = 8030) =>
  parsePushNotice(JSON.stringify({ web_push, notification }));

describe("a pushed message", () => {
  it("a push message becomes a notice with its title, and a tap on it opens the driver app", () => {
    expect(readNotice(aNotification())).toEqual({
      title: "Neuer Fall C-2026-000123",
      body: "",
      tag: namedLink.case_id,
      address: `/driver/?${linkQuery}`,
    });
  });

  it.each([
    ["another page of the server", "https://dispo.example/outbox", "/driver/"],
    ["a script", "javascript:alert(1)", "/driver/"],
    ["nothing", undefined, "/driver/"],
    ["a path that only begins like the app", "https://dispo.example/driver/../outbox", "/driver/"],
  ])("a notice never opens %s", (_what, navigate, address) => {
    expect(readNotice(aNotification({ navigate }))?.address).toBe(address);
  });

  it.each([
    ["no text at all", undefined],
    ["no JSON", "Neuer Fall"],
    ["a number", "8030"],
    ["no notification", JSON.stringify({ web_push: 8030 })],
    ["a notification of null", JSON.stringify({ web_push: 8030, notification: null })],
    ["a notification without title", JSON.stringify({ web_push: 8030, notification: aNotification({ title: "" }) })],
    ["a message of another kind", JSON.stringify({ web_push: 1, notification: aNotification() })],
  ])("a push message without a valid notification yields no notice: %s", (_what, message) => {
    expect(parsePushNotice(message)).toBeUndefined();
  });
});

describe("an address", () => {
  it.each([
    [`/driver/?${linkQuery}`, namedLink],
    [`?${linkQuery}#top`, namedLink],
    [`/driver/?case_id=${namedLink.case_id}`, undefined],
    ["/driver/", undefined],
    ["", undefined],
  ])("the case and tour ids of a push link are parsed, and nothing of an invalid link: %s", (address, named) => {
    expect(parseCaseAndTourIdsFromUrl(address)).toEqual(named);
  });
});
