import Head from "@docusaurus/Head";
import { useLocation } from "@docusaurus/router";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import { markdownPath } from "./markdown-path";
import paths from "@site/generated/page-paths.json";

/** Head links of the page: its Markdown twin, and its preview picture. */
export function PageLinks() {
  const { pathname } = useLocation();
  const { siteConfig } = useDocusaurusContext();
  const bare = pathname.replace(/\/$/, "");
  const known = ["", "/openapi", ...paths];
  if (!known.includes(bare)) return null;
  const picture = `${siteConfig.url}/social${bare || "/index"}.png`;
  return (
    <Head>
      <meta property="og:image" content={picture} />
      <meta name="twitter:image" content={picture} />
      <link rel="alternate" type="text/markdown" href={markdownPath(bare)} />
    </Head>
  );
}
