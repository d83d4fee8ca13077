interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  if (!isOpen) return null;
  return <button type="button" onClick={onClose} />;
}
