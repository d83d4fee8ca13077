import type { LoadContext, Plugin } from "@docusaurus/types";
import * as searchLocal from "@easyops-cn/docusaurus-search-local";

/** What the package exports; its own types know none of it. */
interface SearchModule {
  readonly default: (context: LoadContext, options: unknown) => Plugin;
  readonly validateOptions: (given: {
    options: object;
    validate: (schema: Schema, options: object) => unknown;
  }) => unknown;
}
interface Schema {
  validate(options: object): { readonly error?: Error; readonly value: unknown };
}
const { default: createSearch, validateOptions } = searchLocal as unknown as SearchModule;

type Built = Parameters<NonNullable<Plugin["postBuild"]>>[0];
interface Version {
  readonly isLast: boolean;
  readonly docs: readonly { readonly permalink: string }[];
}

const OPERATIONS = "/openapi/";

/**
 * The offline search, with every operation as a section of its own: the index cuts only documents at their headings,
 * so the list of operations is handed to it as one. The next version is left out; it says the same in most places.
 */
export function search(context: LoadContext): Plugin {
  const options = validateOptions({
    options: {
      hashed: true,
      indexBlog: false,
      indexPages: false,
      docsRouteBasePath: ["docs", OPERATIONS.slice(1, -1)],
      ignoreFiles: [/^docs\/next\//],
      ignoreCssSelectors: [".theme-code-block", "details"],
      searchResultLimits: 10,
      highlightSearchTermsOnTargetPage: false,
    },
    validate: (schema, given) => {
      const { error, value } = schema.validate(given);
      if (error) throw error;
      return value;
    },
  });
  const plugin = createSearch(context, options);
  return { ...plugin, postBuild: async (built: Built) => plugin.postBuild?.(withOperations(built)) };
}

function withOperations(built: Built): Built {
  return {
    ...built,
    plugins: built.plugins.map((plugin) => {
      if (plugin.name !== "docusaurus-plugin-content-docs") return plugin;
      const { loadedVersions } = plugin.content as { readonly loadedVersions: readonly Version[] };
      const versions = loadedVersions.map((version) =>
        version.isLast ? { ...version, docs: [...version.docs, { permalink: OPERATIONS }] } : version,
      );
      return { ...plugin, content: { ...(plugin.content as object), loadedVersions: versions } };
    }),
  };
}
