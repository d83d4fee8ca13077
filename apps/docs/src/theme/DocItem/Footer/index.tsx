import { useDoc } from "@docusaurus/plugin-content-docs/client";
import { ThemeClassNames } from "@docusaurus/theme-common";
import { DocPageFeedback } from "../../../feedback/doc-feedback";
import styles from "../../../feedback/page-feedback.module.css";

/** Feedback on the page, where it has no table of contents to stand below. */
export default function DocItemFooter() {
  const hasContents = useDoc().toc.length > 0;
  return (
    <footer className={`${ThemeClassNames.docs.docFooter} ${styles.end} ${hasContents ? styles.narrow : ""}`}>
      <DocPageFeedback />
    </footer>
  );
}
