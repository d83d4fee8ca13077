import type { Case } from "@leitstand/contract/cases/case";
import { type ComponentProps, Suspense } from "react";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const LazyHandoverMailDialog = lazyComponent(
  async () => (await import("#shared/exports/handover-mail-dialog.tsx")).HandoverMailDialog,
);

/** The dialog that mails the confirmation of a handover, loaded when it is first shown. */
export const HandoverMailDialogLoader = (props: ComponentProps<typeof LazyHandoverMailDialog>) => (
  <Suspense fallback={null}>
    <LazyHandoverMailDialog {...props} />
  </Suspense>
);

export const hasRecordedHandover = ({ funeral_data, rsa_data }: Case) => Boolean((funeral_data ?? rsa_data)?.handover);
