import { readAddress } from "../database/database-address";

/** One environment variable: how it is read, and what docs/configuration.md says about it. */
export interface Variable<T> {
  name: string;
  /** Value that holds when the variable is unset or empty; in words where it depends on others. */
  fallback: string;
  /** Completes "NAME must be …". */
  expected: string;
  meaning: string;
  isSecret?: true;
  /** Undefined when the text is not what is expected. */
  parse: (text: string) => T | undefined;
}

/** A variable keeps the type that its own parsing gives it. */
export function variable<T>(definition: Variable<T>): Variable<T> {
  return definition;
}

export const port = (text: string) => wholeNumber(text, 0, 65_535);

export function wholeNumber(text: string, min: number, max: number): number | undefined {
  return /^\d{1,9}$/.test(text) ? inRange(Number(text), min, max) : undefined;
}

export function inRange(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

export function oneOf<T extends string>(text: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === text);
}

export function isHostName(text: string): boolean {
  // Digits and dots alone would be an address that isIP has refused.
  return (
    text.length <= 253 &&
    !/^[\d.]+$/.test(text) &&
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text)
  );
}

export const databaseUrl = (text: string) => readAddress(text) && text;

export function origin(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  // What is left besides the origin is the slash that URL puts there itself.
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

export function httpsUrl(text: string): string | undefined {
  const url = parseUrl(text);
  return url?.protocol === "https:" && url.username === "" ? url.href : undefined;
}

export function origins(text: string): string[] | undefined {
  const all = text.split(",").map((item) => origin(item.trim()));
  return all.every((item) => item !== undefined) ? all : undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A server behind a path of its own is fine; what follows is added to it. No slash at the end, nothing secret in it. */
export function serverUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}
