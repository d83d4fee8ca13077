import { RouteContextProvider } from "@docusaurus/core/lib/client/routeContext";
import ErrorBoundary from "@docusaurus/ErrorBoundary";
import Head from "@docusaurus/Head";
import siteConfig from "@generated/docusaurus.config";
import type { Props } from "@theme/Error";
import ErrorPageContent from "@theme/ErrorPageContent";
import Layout from "@theme/Layout";
import OriginalErrorPageContent from "@theme-original/ErrorPageContent";

/**
 * Page shown when a page crashes outside of its own layout, in the layout of the site. If the layout is what crashes,
 * its content stands alone.
 */
export default function Crash(props: Props) {
  return (
    <RouteContextProvider value={{ plugin: { name: "docusaurus-core-error-boundary", id: "default" } }}>
      <ErrorBoundary fallback={() => <BareCrashPage {...props} />}>
        <Layout>
          <ErrorPageContent {...props} />
        </Layout>
      </ErrorBoundary>
    </RouteContextProvider>
  );
}

/** Page without the layout: even the site's context is gone, so its title comes from the configuration. */
function BareCrashPage(props: Props) {
  return (
    <>
      <Head>
        <title>{`This page crashed. ${siteConfig.titleDelimiter} ${siteConfig.title}`}</title>
      </Head>
      <OriginalErrorPageContent {...props} />
    </>
  );
}
