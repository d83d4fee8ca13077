import { PageMetadata } from "@docusaurus/theme-common";
import type { Props } from "@theme/Error";
import OriginalErrorPageContent from "@theme-original/ErrorPageContent";

/** Says in the title too that the page crashed: one that crashes within its frame would keep the frame's title. */
export default function ErrorPageContent(props: Props) {
  return (
    <>
      <PageMetadata title="This page crashed." />
      <OriginalErrorPageContent {...props} />
    </>
  );
}
