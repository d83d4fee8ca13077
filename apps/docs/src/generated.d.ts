/**
 * Files that `steps/prepare.ts` writes before each build; declared here so that types can be checked before the first
 * one.
 */
declare module "@site/generated/pages.json" {
  const pages: readonly { readonly path: string; readonly title: string; readonly description: string }[];
  export default pages;
}

declare module "@site/generated/page-paths.json" {
  const paths: readonly string[];
  export default paths;
}

declare module "@site/generated/operation-menu.json" {
  const value: unknown;
  export default value;
}

/** Data shown by `src/contract/<name>.tsx`; its types are in `contract-<name>.ts`. */
declare module "@site/generated/errors.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/events.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/facts.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/grants.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/rates.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/transitions.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/recommended-roles.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/reauthenticated.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/actors.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/state-diagrams.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/actions.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/page-facts.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/recorded-day.json" {
  const value: unknown;
  export default value;
}
declare module "@site/generated/newest-release.json" {
  const value: unknown;
  export default value;
}
