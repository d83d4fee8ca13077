import { PageMetadata } from "@docusaurus/theme-common";
import type { Props } from "@theme/Error";
import OriginalErrorPageContent from "@theme-original/ErrorPageContent";

/**
 * Content of the crash page, which also sets the title: a page that crashes within its frame would keep the old one.
 */
export default function ErrorPageContent(props: Props) {
  return (
    <>
      <PageMetadata title="This page crashed." />
      <OriginalErrorPageContent {...props} />
    </>
  );
}
