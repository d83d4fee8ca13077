import type { ChildScript } from "./beside.mjs";

/** The bundle that a production process runs. */
export const serverBundle: string;
/** The commands of an installation, beside the server. */
export const commandsBundle: string;
/** Bundles the API when it has changed since the last time. */
export function buildApi(): Promise<void>;
/** Builds the documentation site when it has changed since the last time. */
export function buildDocs(): Promise<void>;
/** Whether everything that users see is built, without the documentation. */
export function isProductBuilt(): boolean;
/** Builds everything that users see, without the documentation, as far as it has changed since the last time. */
export function buildProduct(): Promise<void>;
/** Builds the documentation in a process of its own, which ends with this one; undefined when there is nothing to build. */
export function buildDocsInChildProcess(options?: { readonly priority?: number }): ChildScript | undefined;
/** Builds API, console and documentation as far as they have changed since the last time. */
export function buildChangedParts(): Promise<void>;
/** Builds the console alone. */
export function buildConsole(): Promise<void>;
/** Builds the console with its gallery of components, in a folder of its own. */
export function buildGallery(): Promise<void>;
/** Builds the driver app alone. */
export function buildDriver(): Promise<void>;
