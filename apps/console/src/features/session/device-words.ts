export interface DeviceWords {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

type Sign = readonly [string, RegExp];
/** Signs of browsers, the more particular first: every browser names older ones in its user agent as well. */
const browsers: readonly Sign[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];
const systems: readonly Sign[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** Names of browser and system for a user agent; a program that is no browser is named by its own first word. */
export function deviceWords(userAgent: string): DeviceWords {
  const named = (signs: readonly Sign[]) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const own = /^(?!Mozilla\/)[^\s/]+/.exec(userAgent)?.[0];
  return { browser: named(browsers) ?? own, system: named(systems) };
}
