import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";
import siteConfig from "@generated/docusaurus.config";

/**
 * The server writes the address it is reached by into each page. What changes the head of a page later takes it from there,
 * and not from the configuration of the build, which scripts carry.
 */
if (ExecutionEnvironment.canUseDOM) {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  siteConfig.url = new URL(canonical?.href ?? window.location.href).origin;
}
