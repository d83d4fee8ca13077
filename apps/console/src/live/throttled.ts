/** Pause in milliseconds for counts, colours and bars, which need no faster update. */
export const THROTTLE_PAUSE_MS = 400;

/** Work that is done at once after a pause, and else when the pause since the last time is over. */
export interface ThrottledFunction {
  call(): void;
  /** Cancels a waiting call. */
  stop(): void;
}

export function throttleFunction(work: () => void, pauseMs = THROTTLE_PAUSE_MS): ThrottledFunction {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const run = () => {
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) run();
    }, pauseMs);
    work();
  };
  return {
    call() {
      isDue = true;
      if (timer === undefined) run();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isDue = false;
    },
  };
}
