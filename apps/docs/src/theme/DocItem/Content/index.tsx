import { ThemeClassNames } from "@docusaurus/theme-common";
import MDXContent from "@theme/MDXContent";
import type { ReactNode } from "react";
import { PageHead } from "../../../page-head/page-head";

/** Content of a page as in the theme, with a head of its own around the title. */
export default function DocItemContent({ children }: { readonly children: ReactNode }) {
  return (
    <div className={`${ThemeClassNames.docs.docMarkdown} markdown`}>
      <PageHead />
      <MDXContent>{children}</MDXContent>
    </div>
  );
}
