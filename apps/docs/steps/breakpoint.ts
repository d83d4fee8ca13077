import type { Plugin } from "@docusaurus/types";

interface CssAtRule {
  name: string;
  params: string;
}

/**
 * Makes the desktop layout begin at 996 px. Docusaurus begins it one pixel later, in its styles and in one of its
 * scripts (changed-scripts.ts).
 */
export function desktopBreakpointPlugin(): Plugin {
  return {
    name: "breakpoint",
    configurePostCss(options) {
      const shift = {
        postcssPlugin: "breakpoint",
        AtRule: {
          media: (rule: CssAtRule) => {
            rule.params = rule.params
              .replaceAll(/max-width: *996px/g, "max-width: 995px")
              .replaceAll(/min-width: *997px/g, "min-width: 996px");
          },
        },
      };
      return { ...options, plugins: [...(options.plugins as object[]), shift] };
    },
  };
}
