/** What `steps/prepare.ts` writes before each build; declared here so that types can be checked before there was one. */
declare module "@site/generated/pages.json" {
  const pages: readonly { readonly path: string; readonly title: string; readonly description: string }[];
  export default pages;
}

/** Empty in browsers, see steps/left-out.ts. */
declare module "@site/generated/operation-list.json" {
  const list: { readonly html: string; readonly anchors: readonly string[] };
  export default list;
}

/** Shown by `src/contract/<name>.tsx`, which know from `contract-<name>.ts` what is in them. */
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
declare module "@site/generated/actions.json" {
  const value: unknown;
  export default value;
}
