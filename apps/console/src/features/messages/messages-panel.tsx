import { Suspense } from "react";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { useNewMessageAnnouncement } from "./message-watch.ts";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const MessagesDrawer = lazyComponent(async () => (await import("./messages-drawer.tsx")).MessagesDrawer);

interface MessagesPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onView: ChangeBoardView;
}

/** Announces incoming messages at all times; its drawer at the right of the page opens on request. */
export function MessagesPanel({ isOpen, onClose, onView }: MessagesPanelProps) {
  const announced = useNewMessageAnnouncement();
  return (
    <>
      <div className="visually-hidden" aria-live="assertive">
        {announced}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <MessagesDrawer onClose={onClose} onView={onView} />
        </Suspense>
      )}
    </>
  );
}
