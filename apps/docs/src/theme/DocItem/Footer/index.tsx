import { useDoc } from "@docusaurus/plugin-content-docs/client";
import { ThemeClassNames } from "@docusaurus/theme-common";
import { DocFeedback } from "../../../feedback/doc-feedback";
import styles from "../../../feedback/page-feedback.module.css";

/** What people think of the page, where it does not stand below the contents. */
export default function DocItemFooter() {
  const hasContents = useDoc().toc.length > 0;
  return (
    <footer className={`${ThemeClassNames.docs.docFooter} ${styles.end} ${hasContents ? styles.narrow : ""}`}>
      <DocFeedback />
    </footer>
  );
}
