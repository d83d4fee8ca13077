import Head from "@docusaurus/Head";
import { useLocation } from "@docusaurus/router";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import { twinPath } from "./twin-path";
import paths from "@site/generated/page-paths.json";

/** Tells programs where the page is as Markdown, and where the picture is that stands for a link to it. */
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
      <link rel="alternate" type="text/markdown" href={twinPath(bare)} />
    </Head>
  );
}
