import type { ReactNode } from "react";
import { BaseUrlBanner } from "../../site/base-url-banner";
import { AnalyticsConsent } from "../../site/consent";
import { PageLinks } from "../../site/page-links";

/** Elements around every page that stay when the page changes. */
export default function Root({ children }: { children: ReactNode }) {
  return (
    <>
      <BaseUrlBanner />
      <PageLinks />
      {children}
      <AnalyticsConsent />
    </>
  );
}
