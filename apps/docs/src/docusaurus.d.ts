/// <reference types="@docusaurus/module-type-aliases" />
/// <reference types="@docusaurus/theme-classic" />
/// <reference types="@docusaurus/plugin-content-docs" />

declare module "@docusaurus/core/lib/client/routeContext" {
  import type { ReactNode } from "react";

  export function RouteContextProvider(props: {
    children: ReactNode;
    value: { plugin: { name: string; id: string } };
  }): ReactNode;
}

declare module "@theme-original/SearchPage" {
  import type { ReactNode } from "react";

  export default function SearchPage(): ReactNode;
}
declare module "@theme-original/DocSidebarItem/Category" {
  export { default } from "@theme/DocSidebarItem/Category";
}
declare module "@theme-original/ErrorPageContent" {
  export { default } from "@theme/ErrorPageContent";
}
