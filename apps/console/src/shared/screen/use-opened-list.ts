import { useState } from "react";

interface OpenedList<T> {
  readonly data: readonly T[];
  readonly onDropdownOpen: () => void;
  readonly onDropdownClose: () => void;
}

/**
 * The options of a select over what is live, as they were when its list opened: nothing else may come under the cursor
 * while somebody types or presses Enter, and a list that is given again empties the field.
 * `list` answers undefined as long as nothing is known; `startsOpen` for a select that shows its list from the start.
 */
export function useOpenedList<T>(list: () => readonly T[] | undefined, startsOpen = false): OpenedList<T> {
  const [isOpen, setOpen] = useState(startsOpen);
  const [opened, setOpened] = useState<readonly T[]>();
  const data = (isOpen ? opened : undefined) ?? list();
  if (isOpen && opened === undefined && data !== undefined) setOpened(data);
  if (!isOpen && opened !== undefined) setOpened(undefined);
  return { data: data ?? [], onDropdownOpen: () => setOpen(true), onDropdownClose: () => setOpen(false) };
}
