import type { UserThemeConfig } from "@docusaurus/theme-common";
import type { Config } from "@docusaurus/types";
import { announcementBar } from "./announcement";
import { apiVersion, operatingCompany } from "./company";
import { afterBuildPlugin } from "./steps/after-build";
import { errorAndEventHeadingsPlugin } from "./steps/listed-headings";
import { desktopBreakpointPlugin } from "./steps/breakpoint";
import { changedScriptsPlugin } from "./steps/changed-scripts";
import { headScriptsPlugin } from "./steps/head-scripts";
import { pageTemplate } from "./steps/page-template";
import { excludedScriptsPlugin } from "./steps/left-out";
import { referenceRoutesPlugin } from "./steps/reference-routes";

const themeConfig: UserThemeConfig = {
  colorMode: { defaultMode: "light", disableSwitch: false, respectPrefersColorScheme: false },
  announcementBar: { ...announcementBar, isCloseable: true },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  docs: { versionPersistence: "localStorage", sidebar: { hideable: false, autoCollapseCategories: false } },
  navbar: {
    title: operatingCompany.name,
    hideOnScroll: false,
    logo: { alt: "", src: "img/mark.svg", width: 24, height: 24 },
    items: [
      { type: "docSidebar", sidebarId: "docsSidebar", label: "Documentation", position: "left" },
      { to: "/openapi/", label: "API reference", position: "left" },
      { href: operatingCompany.imprint, label: "Imprint", position: "left" },
      { href: operatingCompany.parent.url, label: operatingCompany.parent.label, position: "left" },
      { type: "docsVersionDropdown", position: "right" },
      { href: operatingCompany.mainSite, label: "Sign Up", position: "right", className: "navbar__sign-up" },
    ],
  },
  footer: { copyright: `Copyright © 2025 ${operatingCompany.name} GmbH` },
};

const docusaurusConfig: Config = {
  title: operatingCompany.siteTitle,
  tagline: operatingCompany.tagline,
  favicon: "img/mark.svg",
  url: operatingCompany.siteUrl,
  baseUrl: "/",
  titleDelimiter: "|",
  i18n: { defaultLocale: "en", locales: ["en"] },
  future: { v4: true, faster: true },
  ssrTemplate: pageTemplate,
  onBrokenLinks: "throw",
  onBrokenAnchors: "warn",
  onDuplicateRoutes: "throw",
  markdown: { hooks: { onBrokenMarkdownLinks: "throw", onBrokenMarkdownImages: "throw" } },
  // The site has a banner of its own, see src/site/base-url-banner.tsx.
  baseUrlIssueBanner: false,
  headTags: [
    {
      tagName: "link",
      attributes: { rel: "alternate", type: "application/atom+xml", title: "Release history", href: "/feed.atom" },
    },
  ],
  clientModules: ["./src/addresses/own-address.ts", "./src/loading/navigation-spinner.ts"],
  staticDirectories: ["static", "generated/static"],
  plugins: [
    [
      "@docusaurus/plugin-content-docs",
      {
        path: "docs",
        routeBasePath: "docs",
        sidebarPath: "./sidebars.ts",
        breadcrumbs: true,
        beforeDefaultRemarkPlugins: [errorAndEventHeadingsPlugin],
        lastVersion: "current",
        versions: {
          current: { label: apiVersion, path: "" },
          next: { label: "next", path: "next", banner: "unreleased", noIndex: true },
        },
      },
    ],
    ["@docusaurus/plugin-content-pages", {}],
    desktopBreakpointPlugin,
    changedScriptsPlugin,
    headScriptsPlugin,
    excludedScriptsPlugin,
    referenceRoutesPlugin,
    afterBuildPlugin,
    ["@docusaurus/plugin-sitemap", { ignorePatterns: ["/docs/next/**", "/search"] }],
  ],
  themes: [["@docusaurus/theme-classic", { customCss: "./src/css/site.css" }]],
  themeConfig,
};

export default docusaurusConfig;
