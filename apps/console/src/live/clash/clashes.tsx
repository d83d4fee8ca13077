import { useStore } from "@leitstand/app/store";
import { Suspense } from "react";
import { lazyComponent } from "#shared/screen/lazy-part.ts";
import { pendingClashes } from "./clash.ts";

const ClashDialog = lazyComponent(async () => (await import("./clash-dialog.tsx")).ClashDialog);

/** Shows the dialogs of clashes one after the other. */
export function ClashDialogs() {
  const [first, ...others] = useStore(pendingClashes);
  if (first === undefined) return null;
  const { id, clash, wanted } = first;
  return (
    <Suspense fallback={null}>
      <ClashDialog key={id} {...{ clash, wanted, waiting: others.length }} />
    </Suspense>
  );
}
