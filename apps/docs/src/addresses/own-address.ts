import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";
import siteConfig from "@generated/docusaurus.config";

/**
 * The server writes its public address into each page. Code that changes the head of a page later takes it from there,
 * and not from the configuration of the build, which is in the scripts.
 */
if (ExecutionEnvironment.canUseDOM) {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  siteConfig.url = new URL(canonical?.href ?? window.location.href).origin;
}
