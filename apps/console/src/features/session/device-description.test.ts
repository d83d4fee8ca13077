import { describe, expect, it } from "vitest";
import { describeDevice } from "./device-description.ts";

const WEBKIT_USER_AGENT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the program of a session", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "Linux"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT_USER_AGENT} Chrome/140.0.0.0 Safari/537.36`,
      "Chrome",
      "Windows",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT_USER_AGENT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      "Edge",
      "Windows",
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT_USER_AGENT} Chrome/140.0 Mobile Safari/537.36`,
      "Chrome",
      "Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari",
      "iPhone",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
      "Safari",
      "macOS",
    ],
    ["curl/8.5.0", "curl", undefined],
    ["node", "node", undefined],
    ["Mozilla/5.0 (compatible)", undefined, undefined],
    ["", undefined, undefined],
  ])("a session with the user agent %j is described as %s on %s", (userAgent, browser, system) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system });
  });
});
