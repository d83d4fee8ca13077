export interface DeviceDescription {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

type UserAgentSign = readonly [string, RegExp];
/** Signs of browsers, the more particular first: every browser names older ones in its user agent as well. */
const browserSigns: readonly UserAgentSign[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];
const systemSigns: readonly UserAgentSign[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** Names of browser and system for a user agent; a program that is no browser is named by its own first word. */
export function describeDevice(userAgent: string): DeviceDescription {
  const named = (signs: readonly UserAgentSign[]) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const own = /^(?!Mozilla\/)[^\s/]+/.exec(userAgent)?.[0];
  return { browser: named(browserSigns) ?? own, system: named(systemSigns) };
}
