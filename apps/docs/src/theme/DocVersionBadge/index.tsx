import { useDocsVersion } from "@docusaurus/plugin-content-docs/client";
import OriginalBadge from "@theme-original/DocVersionBadge";

/** Everything is of the version that holds, unless it says otherwise. */
export default function DocVersionBadge() {
  return useDocsVersion().isLast ? null : <OriginalBadge />;
}
