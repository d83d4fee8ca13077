import type { KeyboardEvent, MouseEvent, SyntheticEvent } from "react";

/**
 * Properties of a question that comes up where another one was answered: neither the second click of a double click nor a
 * key that is still held answers it, because the user has not read it.
 */
export const deliberateAnswersOnly = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 1) discard(event);
  },
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.repeat && (event.key === "Enter" || event.key === "Escape")) discard(event);
  },
};

function discard(event: SyntheticEvent) {
  event.preventDefault();
  event.stopPropagation();
}
