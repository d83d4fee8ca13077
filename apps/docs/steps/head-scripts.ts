import type { LoadContext, Plugin } from "@docusaurus/types";
import { announcementBar } from "../announcement";
import { loadFailureScript } from "./loading/load-failure";

/** Scripts that have to run before the first paint. */
export function headScriptsPlugin({ siteStorage }: LoadContext): Plugin {
  return {
    name: "head-scripts",
    injectHtmlTags: () => ({
      headTags: [loadFailureScript, tidyAddressScript, forgetDismissalScript(siteStorage.namespace)].map(
        (innerHTML) => ({
          tagName: "script",
          innerHTML,
        }),
      ),
    }),
  };
}

/** Removes the suffix of an address, for servers that do not redirect it. */
const tidyAddressScript = `(function () {
  var path = location.pathname.replace(/(\\/index)?\\.html$/, "") || "/";
  if (path !== location.pathname) history.replaceState(history.state, "", path + location.search + location.hash);
})();`;

/** Shows a new announcement at the first visit: Docusaurus would still hide that one by a style. */
const forgetDismissalScript = (namespace: string) => `(function () {
  try {
    if (localStorage.getItem("docusaurus.announcement.id${namespace}") !== ${JSON.stringify(announcementBar.id)})
      localStorage.removeItem("docusaurus.announcement.dismiss${namespace}");
  } catch (error) {}
})();`;
