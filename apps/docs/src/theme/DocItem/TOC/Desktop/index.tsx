import { useDoc } from "@docusaurus/plugin-content-docs/client";
import { ThemeClassNames } from "@docusaurus/theme-common";
import TOCItems from "@theme/TOCItems";
import { DocPageFeedback } from "../../../../feedback/doc-feedback";
import feedbackStyles from "../../../../feedback/page-feedback.module.css";
import styles from "./styles.module.css";

/** Table of contents with a title, and the feedback on the page below it. */
export default function DocItemTOCDesktop() {
  const { toc, frontMatter } = useDoc();
  const levels = {
    ...(frontMatter.toc_min_heading_level !== undefined && { minHeadingLevel: frontMatter.toc_min_heading_level }),
    ...(frontMatter.toc_max_heading_level !== undefined && { maxHeadingLevel: frontMatter.toc_max_heading_level }),
  };
  return (
    <div className={`${styles.contents} thin-scrollbar ${ThemeClassNames.docs.docTocDesktop}`}>
      <p className={styles.title}>On this page</p>
      <TOCItems
        toc={toc}
        {...levels}
        linkClassName="table-of-contents__link toc-highlight"
        linkActiveClassName="table-of-contents__link--active"
      />
      <div className={feedbackStyles.contents}>
        <DocPageFeedback />
      </div>
    </div>
  );
}
