import { describe, expect, it } from "vitest";
import { jsonByteLength, frontendWithDefaults, normalizeHost, isTimeZone } from "./tenant";

describe("tenant", () => {
  it.each([
    ["Dispo.Huber.example:8443", "dispo.huber.example"],
    ["huber.example", "huber.example"],
  ])("the domain %s is stored as the host name %s", (domain, host) => expect(normalizeHost(domain)).toBe(host));

  it.each([
    ["Europe/Vienna", true],
    ["UTC", true],
    ["America/Argentina/Buenos_Aires", true],
    ["CET", false],
    ["ECT", false],
    ["IST", false],
    ["Europe/Atlantis", false],
    ["+02:00", false],
    ["", false],
  ])("whether %j is a valid time zone: %s", (name, known) => expect(isTimeZone(name)).toBe(known));

  it("a tenant without frontend settings of its own gets defaults", () => {
    expect(frontendWithDefaults({ name: "Huber", frontend: {} })).toMatchObject({
      page_title: "Huber",
      favicon: "/favicon.svg",
    });
    expect(frontendWithDefaults({ name: "Huber", frontend: { page_title: "Dispo" } }).page_title).toBe("Dispo");
  });

  it("the page title of a tenant with a long name is not cut within an emoji", () => {
    const page_title = `${"a".repeat(99)}🚑`;
    expect(frontendWithDefaults({ name: `${page_title} Huber`, frontend: {} }).page_title).toBe(page_title);
  });

  it("the size of master data is measured in bytes, and not in characters", () => expect(jsonByteLength("ä")).toBe(4));
});
