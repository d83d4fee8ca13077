import { useStore } from "@leitstand/app/store";
import { Suspense } from "react";
import { lazyPart } from "#shared/screen/lazy-part.ts";
import { clashes } from "./clash.ts";

const ClashDialog = lazyPart(async () => (await import("./clash-dialog.tsx")).ClashDialog);

/** Shows the dialogs of clashes one after the other. */
export function Clashes() {
  const [first, ...others] = useStore(clashes);
  if (first === undefined) return null;
  const { clash, wanted } = first;
  return (
    <Suspense fallback={null}>
      <ClashDialog
        key={`${clash.dispatchCase.id} ${clash.dispatchCase.lock_version}`}
        {...{ clash, wanted, waiting: others.length }}
      />
    </Suspense>
  );
}
