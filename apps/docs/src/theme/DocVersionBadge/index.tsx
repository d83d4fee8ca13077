import { useDocsVersion } from "@docusaurus/plugin-content-docs/client";
import OriginalBadge from "@theme-original/DocVersionBadge";

/** Badge of the version, shown only for another one than the current. */
export default function DocVersionBadge() {
  return useDocsVersion().isLast ? null : <OriginalBadge />;
}
