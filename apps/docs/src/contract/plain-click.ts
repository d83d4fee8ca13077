type MouseClick = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Whether a click opens the link here, and not in another tab, another window or a menu. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseClick) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
