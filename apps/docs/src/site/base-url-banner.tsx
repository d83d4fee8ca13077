import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";
import Head from "@docusaurus/Head";
import { useLocation } from "@docusaurus/router";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";

/** Banner for the operator of a site below a wrong address, shown when the site's own style has not loaded. */
export function BaseUrlBanner() {
  const { baseUrl } = useDocusaurusContext().siteConfig;
  const { pathname } = useLocation();
  if (ExecutionEnvironment.canUseDOM || pathname !== baseUrl) return null;
  return (
    <Head>
      <script>{writeBanner(baseUrl)}</script>
    </Head>
  );
}

/** Script for any browser that depends on no other file. */
function writeBanner(baseUrl: string): string {
  return `addEventListener("load", function () {
  if (getComputedStyle(document.documentElement).getPropertyValue("--font")) return;
  var suggested = location.pathname.replace(/[^/]*$/, "");
  var banner = document.createElement("div");
  banner.setAttribute("role", "alert");
  banner.style.cssText = "margin:20px;padding:20px;border:4px solid #9c0000;background:#fff;color:#14181f;font:18px system-ui";
  [
    "The documentation site did not load properly.",
    "A common reason is a wrong baseUrl in its configuration.",
    "Configured is baseUrl = " + ${JSON.stringify(baseUrl)},
    "We suggest trying baseUrl = " + suggested
  ].forEach(function (text) {
    var line = document.createElement("p");
    line.textContent = text;
    banner.appendChild(line);
  });
  document.body.insertBefore(banner, document.body.firstChild);
  // A retry would not help here, see steps/loading/load-failure.ts.
  var failure = document.querySelector(".load-failure");
  if (failure) failure.remove();
});`;
}
