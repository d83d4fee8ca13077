import { useState } from "react";

interface FrozenOptions<T> {
  readonly data: readonly T[];
  readonly onDropdownOpen: () => void;
  readonly onDropdownClose: () => void;
}

/**
 * Options of a select over live data, as they were when its list opened: no other option may move under the cursor
 * while typing or pressing Enter, and new data would empty the field. `list` returns undefined as long as nothing is
 * known; `startsOpen` is for a select that shows its list from the start.
 */
export function useFrozenOptions<T>(list: () => readonly T[] | undefined, startsOpen = false): FrozenOptions<T> {
  const [isOpen, setOpen] = useState(startsOpen);
  const [opened, setOpened] = useState<readonly T[]>();
  const data = (isOpen ? opened : undefined) ?? list();
  if (isOpen && opened === undefined && data !== undefined) setOpened(data);
  if (!isOpen && opened !== undefined) setOpened(undefined);
  return { data: data ?? [], onDropdownOpen: () => setOpen(true), onDropdownClose: () => setOpen(false) };
}
