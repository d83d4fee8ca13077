import { useEffect, useState } from "react";

const nowhere: readonly string[] = [];

/**
 * Gives the keyboard back to where it was once this is gone, unless something else has taken it. Where it was may be gone as well:
 * then it goes to the first place of those that are named for that.
 */
export function useFocusBack(elseTo: readonly string[] = nowhere) {
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
