import { describe, expect, it } from "vitest";
import { canBeCompanyDomain } from "./company-domain.ts";

describe("the domain of a company", () => {
  it.each(["dispo.bestattung-huber.example", "desk.local", "1.example"])(
    "a company can be served at the domain %s",
    (hostname) => {
      expect(canBeCompanyDomain(hostname)).toBe(true);
    },
  );
  it.each(["localhost", "demo.localhost", "127.0.0.1", "192.168.1.20", "[::1]", "desk"])(
    "a company cannot be served at the host name %s",
    (hostname) => {
      expect(canBeCompanyDomain(hostname)).toBe(false);
    },
  );
});
