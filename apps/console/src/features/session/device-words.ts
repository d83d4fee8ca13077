export interface DeviceWords {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

type Sign = readonly [string, RegExp];
/** The more particular comes first: every browser calls itself one of the older ones as well. */
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

/** What a person would call the program that somebody signed in with; a program of another kind by its own first word. */
export function deviceWords(userAgent: string): DeviceWords {
  const named = (signs: readonly Sign[]) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const own = /^(?!Mozilla\/)[^\s/]+/.exec(userAgent)?.[0];
  return { browser: named(browsers) ?? own, system: named(systems) };
}
