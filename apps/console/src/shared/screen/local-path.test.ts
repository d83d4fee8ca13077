import { describe, expect, it } from "vitest";
import { pathOnThisSite } from "./local-path.ts";

const ORIGIN = "https://desk.example";

describe("the way back after signing in", () => {
  it.each([
    ["/", "/"],
    ["/?tab=open&days=1&q=Graz", "/?tab=open&days=1&q=Graz"],
    ["/?q=Stra%C3%9Fe%2F%2F#top", "/?q=Stra%C3%9Fe%2F%2F#top"],
    ["/?q=http://elsewhere.example", "/?q=http://elsewhere.example"],
    ["/a/../b", "/b"],
  ])("signing in returns to an address of the console: %j", (address, path) => {
    expect(pathOnThisSite(address, ORIGIN)).toBe(path);
  });

  it.each([
    "http://elsewhere.example",
    "https://desk.example.elsewhere.example/",
    "//elsewhere.example",
    "///elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/%5Celsewhere.example",
    "/%2felsewhere.example",
    "/..//elsewhere.example",
    "/./\\elsewhere.example",
    "/\t/elsewhere.example",
    "/\n/elsewhere.example",
    "\u0000//elsewhere.example",
    "/\u007f/elsewhere.example",
    " //elsewhere.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "board",
    "@elsewhere.example",
    "",
  ])("signing in does not return to an address outside the console: %j", (address) => {
    expect(pathOnThisSite(address, ORIGIN)).toBeUndefined();
  });
});
