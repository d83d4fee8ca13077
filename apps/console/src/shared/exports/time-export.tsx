import { Suspense } from "react";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const TimeExportDialog = lazyComponent(async () => (await import("./time-export-dialog.tsx")).TimeExportDialog);

export const TimeExportPanel = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) =>
  isOpen && (
    <Suspense fallback={null}>
      <TimeExportDialog onClose={onClose} />
    </Suspense>
  );
