import { describe, expect, it } from "vitest";
import { parseAcceptedMediaRanges, preferredContentCoding, acceptsHtml } from "./accept";

describe("content coding of an answer", () => {
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
    ["gzip;level=9;q=0", undefined],
  ])("the Accept-Encoding header %j chooses the coding %j", (header, coding) =>
    expect(preferredContentCoding(header, ["br", "gzip"])).toBe(coding),
  );
});

describe("media types that a page is for", () => {
  it.each([
    undefined,
    "",
    "*/*",
    "text/html",
    "TEXT/HTML",
    "text/*;q=0.1",
    "text/html;level=1",
    "text/html;level=1;q=0, text/html",
    "text/html;q=0.001",
    'text/html;note="a;q=0, b"',
    'application/json;note="\\", text/html;q=0, ", */*',
    // Accept header of Java's own client.
    "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    "text/plain;q=0, */*;q=nonsense",
  ])("a request with the Accept header %j gets a page", (accept) => expect(acceptsHtml(accept)).toBe(true));

  it.each([
    "application/json",
    "text/html;q=0, */*",
    "text/html;level=1;q=0, */*",
    "text/html ; level=1 ; Q=0.000 , */*",
    'text/html;note=", text/html";q=0, */*',
    "text/*;q=0, */*",
    "*/*;q=0",
    ",",
  ])("a request with the Accept header %j gets no page", (accept) => expect(acceptsHtml(accept)).toBe(false));
});

describe("media ranges of a request", () => {
  it("the accepted media ranges of a request are listed without their parameters and without refused ones", () => {
    expect(
      parseAcceptedMediaRanges('Text/HTML;level=1;q=0, application/json; note=",;q=0", */*;q=0.1, text/plain;q=0'),
    ).toEqual(["application/json", "*/*"]);
  });
});
