import { useRef, useState } from "react";

/** Whether the lasso is in use. At its end the focus goes back to its button, unless it is outside of the lasso. */
export function useLasso(onEnd: () => void) {
  const [isLassoing, setLassoing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const closeLasso = () => {
    const focused = document.activeElement;
    // Asked first: the panel takes its focus with it.
    if (focused === document.body || panel.current?.contains(focused) === true) button.current?.focus();
    setLassoing(false);
    onEnd();
  };
  return {
    selection: { panel, onClose: closeLasso },
    control: { isLassoing, lassoButton: button, onLasso: isLassoing ? closeLasso : () => setLassoing(true) },
  };
}
