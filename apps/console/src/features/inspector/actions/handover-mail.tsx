import type { Case } from "@leitstand/contract/cases/case";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#shared/screen/lazy-part.ts";

const Dialog = lazyPart(async () => (await import("#shared/exports/handover-mail-dialog.tsx")).HandoverMailDialog);

/** The dialog that mails the confirmation of a handover, loaded when it is first shown. */
export const HandoverMail = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);

export const hasHandover = ({ funeral_data, rsa_data }: Case) => Boolean((funeral_data ?? rsa_data)?.handover);
