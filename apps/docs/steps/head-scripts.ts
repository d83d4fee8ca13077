import type { LoadContext, Plugin } from "@docusaurus/types";
import { announcement } from "../announcement";
import { loadFailure } from "./loading/load-failure";

/** Scripts that have to run before anything is painted. */
export function headScripts({ siteStorage }: LoadContext): Plugin {
  return {
    name: "head-scripts",
    injectHtmlTags: () => ({
      headTags: [loadFailure, tidyAddress, forgetDismissal(siteStorage.namespace)].map((innerHTML) => ({
        tagName: "script",
        innerHTML,
      })),
    }),
  };
}

/** A server that knows this site redirects; on any other the page would show, and the address keep its suffix. */
const tidyAddress = `(function () {
  var path = location.pathname.replace(/(\\/index)?\\.html$/, "") || "/";
  if (path !== location.pathname) history.replaceState(history.state, "", path + location.search + location.hash);
})();`;

/** Docusaurus would show a new announcement from the second visit on only: the first one still hides it by a style. */
const forgetDismissal = (namespace: string) => `(function () {
  try {
    if (localStorage.getItem("docusaurus.announcement.id${namespace}") !== ${JSON.stringify(announcement.id)})
      localStorage.removeItem("docusaurus.announcement.dismiss${namespace}");
  } catch (error) {}
})();`;
