import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/**
 * Chunks of the first page load by name: the early request for the board's data, the frame around every page, and the
 * board. Without names the build would cut them into dozens of files.
 */
export const firstLoadChunkGroups = [
  { name: "begin", test: /\/src\/app\/begin\.ts$/, priority: 3 },
  { name: "frame", test: /\/src\/app\/console\.tsx$/, priority: 2 },
  { name: "board", test: /\/src\/app\/routes\/board\.tsx$/, priority: 1 },
];

/**
 * Build plugin that lets the page fetch all files of the first load at once; otherwise each would only be found in the
 * file before it.
 */
export function preloadFirstLoadPlugin(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const wanted = chunksWithImports(bundle);
        const scripts = wanted.map(({ fileName }) => ({
          rel: "modulepreload",
          crossorigin: true,
          href: `/${fileName}`,
        }));
        const styles = wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const links = [
          ...scripts,
          ...styles.map((file) => ({ rel: "stylesheet", crossorigin: true, href: `/${file}` })),
        ];
        return links
          .filter(({ href }) => !html.includes(`"${href}"`))
          .map((attrs): HtmlTagDescriptor => ({ tag: "link", attrs, injectTo: "head" }));
      },
    },
  };
}

/** Chunks of the first load, together with all chunks that they import. */
function chunksWithImports(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const wanted = new Set<Rolldown.OutputChunk>();
  const want = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || wanted.has(chunk)) return;
    wanted.add(chunk);
    chunk.imports.forEach(want);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === "chunk" && firstLoadChunkGroups.some(({ test }) => test.test(chunk.facadeModuleId ?? "")))
      want(chunk.fileName);
  return [...wanted];
}
