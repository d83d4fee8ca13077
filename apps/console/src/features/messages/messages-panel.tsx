import type { ChangeView } from "#shared/board-view.ts";

interface MessagesPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onView: ChangeView;
}

export function MessagesPanel({ isOpen, onClose }: MessagesPanelProps) {
  if (!isOpen) return null;
  return <button type="button" onClick={onClose} />;
}
