import type { StreamEvent } from "@leitstand/contract/board/dashboard";

/**
 * Times in milliseconds. Without a graphics card a console cannot paint a board sixty times a second, and no dispatcher
 * reads that fast: an event after a pause is shown with the next frame, and all that follow within this time together.
 */
const FRAME_WAIT_MS = 50;
/**
 * Pause as a multiple of the last frame's time: slow frames become fewer, so that most of a busy console's time is left
 * for input.
 */
const PAUSE_PER_FRAME_TIME = 3;
const FRAME_WAIT_MAX_MS = 200;

/** Longest wait on a hidden page, which paints no frame: events must not pile up until it is visible again. */
const HIDDEN_PAGE_WAIT_MAX_MS = 250;

/** Collects events until a frame is painted. */
export class FrameBatcher {
  private events: StreamEvent[] = [];
  private isDue = false;
  private flushedAt = Number.NEGATIVE_INFINITY;
  private waitMs = FRAME_WAIT_MS;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly work: (events: readonly StreamEvent[]) => void) {}

  add(event: StreamEvent) {
    this.events.push(event);
    if (this.isDue) return;
    this.isDue = true;
    const waitMs = this.flushedAt + this.waitMs - performance.now();
    if (waitMs <= 0) this.awaitFrame();
    else setTimeout(this.awaitFrame, waitMs);
  }

  clear() {
    this.events = [];
  }

  private readonly awaitFrame = () => {
    this.frame = requestAnimationFrame(this.flush);
    this.timer = setTimeout(this.flush, HIDDEN_PAGE_WAIT_MAX_MS);
  };

  private readonly flush = () => {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.isDue = false;
    this.flushedAt = performance.now();
    const events = this.events.splice(0);
    if (events.length === 0) return;
    this.work(events);
    // The timer runs after the frame has been painted.
    setTimeout(() => {
      const frameMs = performance.now() - this.flushedAt;
      this.waitMs = Math.min(FRAME_WAIT_MAX_MS, Math.max(FRAME_WAIT_MS, PAUSE_PER_FRAME_TIME * frameMs));
    });
  };
}
