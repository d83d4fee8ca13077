import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadContext, Plugin } from "@docusaurus/types";

const referenceRouteOf = (path: string) => ({
  path,
  exact: true,
  component: "@site/src/reference/place-holder.tsx",
});

/** Routes of `/openapi/` and of each operation's page, in one frame that stays when the page changes. */
export function referenceRoutesPlugin({ siteDir }: LoadContext): Plugin {
  return {
    name: "reference-routes",
    contentLoaded({ actions }) {
      const menu = JSON.parse(readFileSync(join(siteDir, "generated/operation-menu.json"), "utf8")) as readonly {
        readonly operations: readonly { readonly id: string }[];
      }[];
      actions.addRoute({
        path: "/openapi",
        exact: false,
        component: "@site/src/reference/reference.tsx",
        routes: [
          referenceRouteOf("/openapi/"),
          ...menu.flatMap(({ operations }) => operations.map(({ id }) => referenceRouteOf(`/openapi/${id}`))),
        ],
      });
    },
  };
}
