import type { ChangeBoardView } from "#shared/state/board-view.ts";

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onLayer: (layer: "sheet" | "messages" | "sessions" | "time_export" | null) => void;
  readonly onView: ChangeBoardView;
  readonly onSignOut: () => void;
}
