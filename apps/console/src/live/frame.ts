import type { StreamEvent } from "@leitstand/contract/board/dashboard";

/**
 * Nobody reads faster, and a console without a graphics card cannot paint a board that changes all the time sixty times a
 * second: what comes after a pause is shown with the next frame, and all that follows within this time together.
 */
const WAIT_MS = 50;
/** Where a frame takes long there are fewer of them: most of a busy console's time is for the one who works at it. */
const PAUSE_BY_FRAME = 3;
const WAIT_MAX_MS = 200;

/** A hidden page paints no frame, and must not collect all that happens until somebody looks at it again. */
const UNPAINTED_MS = 250;

/** Collects events until a frame is painted. */
export class FrameBatcher {
  private events: StreamEvent[] = [];
  private isDue = false;
  private flushedAt = Number.NEGATIVE_INFINITY;
  private waitMs = WAIT_MS;
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
    this.timer = setTimeout(this.flush, UNPAINTED_MS);
  };

  private readonly flush = () => {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.isDue = false;
    this.flushedAt = performance.now();
    const events = this.events.splice(0);
    if (events.length === 0) return;
    this.work(events);
    // Its turn comes when the frame has been made.
    setTimeout(() => {
      const frameMs = performance.now() - this.flushedAt;
      this.waitMs = Math.min(WAIT_MAX_MS, Math.max(WAIT_MS, PAUSE_BY_FRAME * frameMs));
    });
  };
}
