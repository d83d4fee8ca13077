import { useEffect, useState } from "react";

const noSelectors: readonly string[] = [];

/**
 * Returns the focus to its former element once this component is gone, unless something else has taken it. If that
 * element is gone as well, the first existing one of the given selectors gets it.
 */
export function useReturnFocus(elseTo: readonly string[] = noSelectors) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = () => document.activeElement === document.body;
        if (isLost() && before instanceof HTMLElement) before.focus();
        for (const place of elseTo) if (isLost()) document.querySelector<HTMLElement>(place)?.focus();
      });
    },
    [before, elseTo],
  );
}
