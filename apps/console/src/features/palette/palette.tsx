import type { ChangeView } from "#shared/board-view.ts";

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onLayer: (layer: "sheet" | "messages" | null) => void;
  readonly onView: ChangeView;
}

export function Palette({ isOpen, onClose }: PaletteProps) {
  if (!isOpen) return null;
  return <button type="button" onClick={onClose} />;
}
