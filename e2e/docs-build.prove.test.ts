import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));
const docusaurus = join(repositoryRoot, "node_modules/@docusaurus/core/bin/docusaurus.mjs");

/** Configuration with our rules, for a site with pages of its own. */
const docusaurusConfig = (navbarSidebar: string) => `
import ours from ${JSON.stringify(join(repositoryRoot, "apps/docs/docusaurus.config.ts"))};
const items = [{ type: "docSidebar", sidebarId: ${JSON.stringify(navbarSidebar)}, label: "Documentation" }];
export default {
  ...ours,
  headTags: [],
  clientModules: [],
  staticDirectories: [],
  plugins: [
    ["@docusaurus/plugin-content-docs", { path: "docs", routeBasePath: "docs", sidebarPath: "./sidebars.ts" }],
    ["@docusaurus/plugin-content-pages", {}],
  ],
  themes: [["@docusaurus/theme-classic", {}]],
  themeConfig: { navbar: { items } },
};`;
const soundSite = {
  "docs/intro.md": "# Introduction\n\n## First steps\n\n[Home](/)\n",
  "sidebars.ts": 'export default { docsSidebar: ["intro"] };\n',
  "src/pages/index.tsx": "export default function Home() { return <h1>Home</h1>; }\n",
  "docusaurus.config.ts": docusaurusConfig("docsSidebar"),
  "package.json": "{}",
};

/** Titles are sentences of the specification's section 8 about faults that only a build can find. */
describe("the build of the documentation site", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leitstand-docs-build-"));
    symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function build(changed: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
    for (const [name, text] of Object.entries({ ...soundSite, ...changed })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const child = spawn(process.execPath, [docusaurus, "build", folder, "--no-minify"], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1", NO_UPDATE_NOTIFIER: "1" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { code, output };
  }

  it.each([
    ["a broken link", { "docs/intro.md": "# Introduction\n\n[Gone](/docs/gone)\n" }, /broken link.*\/docs\/gone/is],
    [
      "a missing document id in a sidebar",
      { "sidebars.ts": 'export default { docsSidebar: ["intro", "gone"] };' },
      /document ids do not exist.*gone/is,
    ],
    [
      "a missing sidebar",
      { "docusaurus.config.ts": docusaurusConfig("goneSidebar") },
      /can't find any sidebar with id "goneSidebar"/i,
    ],
    [
      "a page without a default export",
      { "src/pages/index.tsx": "export function Home() { return <h1>Home</h1>; }\n" },
      /page component at \/ doesn't have a default export/i,
    ],
  ])(
    "%s fails the build of the documentation with an error",
    async (_, changed, complaint) => {
      const { code, output } = await build(changed);
      expect(output).toMatch(complaint);
      expect(code).not.toBe(0);
    },
    120_000,
  );

  it("the build of the documentation succeeds with a warning when an anchor is broken", async () => {
    const { code, output } = await build({
      "docs/intro.md": "# Introduction\n\n## First steps\n\n[Gone](/docs/intro#gone) [Home](/)\n",
    });
    expect(output).toMatch(/\[WARNING\].*broken anchor.*\/docs\/intro#gone/is);
    expect(code).toBe(0);
  }, 120_000);
});
