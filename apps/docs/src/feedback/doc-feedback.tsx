import { useDoc, useDocsVersion } from "@docusaurus/plugin-content-docs/client";
import { PageFeedback } from "./page-feedback";

/** Feedback for a page that is written in Markdown. */
export function DocPageFeedback() {
  const { permalink } = useDoc().metadata;
  const { label } = useDocsVersion();
  return <PageFeedback page={permalink} version={label} />;
}
