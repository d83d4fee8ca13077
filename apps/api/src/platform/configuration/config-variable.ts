import { parseDatabaseAddress } from "../database/database-address";

/** One environment variable: how it is read, and what docs/configuration.md says about it. */
export interface ConfigVariable<T> {
  name: string;
  /** Value that holds when the variable is unset or empty; in words where it depends on others. */
  fallback: string;
  /** Completes the error message "NAME must be …". */
  expected: string;
  meaning: string;
  isSecret?: true;
  /** Parses the text; undefined when it is not valid. */
  parse: (text: string) => T | undefined;
}

/** Reads a variable; undefined where it is not set, and where it has a fault, which is remembered. */
export type ReadVariable = <T>(of: ConfigVariable<T>) => T | undefined;

/** Defines a variable with the type that its parser returns. */
export function defineConfigVariable<T>(definition: ConfigVariable<T>): ConfigVariable<T> {
  return definition;
}

export const parsePort = (text: string) => parseWholeNumber(text, 0, 65_535);

export function parseWholeNumber(text: string, min: number, max: number): number | undefined {
  return /^\d{1,9}$/.test(text) ? numberInRangeOrUndefined(Number(text), min, max) : undefined;
}

export function numberInRangeOrUndefined(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

export function parseChoice<T extends string>(text: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === text);
}

export function isHostName(text: string): boolean {
  // A host of digits and dots alone would be an address that isIP has refused.
  return (
    text.length <= 253 &&
    !/^[\d.]+$/.test(text) &&
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text)
  );
}

export const parseDatabaseUrl = (text: string) => parseDatabaseAddress(text) && text;

export function parseOrigin(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  // Only the slash that URL adds itself may follow the origin.
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

export function parseHttpsUrl(text: string): string | undefined {
  const url = parseUrl(text);
  return url?.protocol === "https:" && url.username === "" ? url.href : undefined;
}

export function parseOrigins(text: string): string[] | undefined {
  const all = text.split(",").map((item) => parseOrigin(item.trim()));
  return all.every((item) => item !== undefined) ? all : undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** URL of a server, possibly with a path to which requests are appended. No slash at the end, no credentials in it. */
export function parseServerUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}
