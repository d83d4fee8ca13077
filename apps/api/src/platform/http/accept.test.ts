import { describe, expect, it } from "vitest";
import { preferredCoding } from "./accept";

describe("the coding of an answer", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["deflate, zstd", undefined],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["X-GZIP", "gzip"],
    ["BR;Q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.000, gzip;q=0", undefined],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["identity, gzip;q=0.5", undefined],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["gzip;q=nonsense", undefined],
    ["gzip;q=2", undefined],
  ])("for %j is %j", (header, coding) => expect(preferredCoding(header, ["br", "gzip"])).toBe(coding));
});
