import { RouteContextProvider } from "@docusaurus/core/lib/client/routeContext";
import ErrorBoundary from "@docusaurus/ErrorBoundary";
import Head from "@docusaurus/Head";
import siteConfig from "@generated/docusaurus.config";
import type { Props } from "@theme/Error";
import ErrorPageContent from "@theme/ErrorPageContent";
import Layout from "@theme/Layout";
import OriginalErrorPageContent from "@theme-original/ErrorPageContent";

/** A page that crashed outside of its own layout looks like one that crashed inside. Should the layout be what crashes, its content stands alone. */
export default function Crash(props: Props) {
  return (
    <RouteContextProvider value={{ plugin: { name: "docusaurus-core-error-boundary", id: "default" } }}>
      <ErrorBoundary fallback={() => <Bare {...props} />}>
        <Layout>
          <ErrorPageContent {...props} />
        </Layout>
      </ErrorBoundary>
    </RouteContextProvider>
  );
}

/** Where not even the parts that know the site are left, its title comes from where they have it. */
function Bare(props: Props) {
  return (
    <>
      <Head>
        <title>{`This page crashed. ${siteConfig.titleDelimiter} ${siteConfig.title}`}</title>
      </Head>
      <OriginalErrorPageContent {...props} />
    </>
  );
}
