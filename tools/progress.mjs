/** Progress bar in a terminal: fills by the usual time of the work, and then shows the time it took. */
const BAR_WIDTH = 24;
const REDRAW_INTERVAL_MS = 250;
/** Largest share shown: a step that takes longer than usual must not look as if it had ended. */
const SHOWN_SHARE_MAX = 0.97;

/** Duration of these seconds in words. */
export function formatDuration(seconds) {
  if (seconds < 50) return `${Math.max(5, Math.round(seconds / 5) * 5)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Runs a step of work that usually takes these seconds on two cores, and shows its progress on stderr. */
export async function runStepWithProgress(label, usualSeconds, work) {
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;
  const stopDrawing = process.stderr.isTTY ? drawBar(label, usualSeconds, secondsSoFar) : undefined;
  if (stopDrawing === undefined) console.error(`${label} (about ${formatDuration(usualSeconds)}) ...`);
  let result;
  try {
    result = await work();
  } finally {
    stopDrawing?.();
  }
  console.error(`${label}: done in ${secondsSoFar().toFixed(0)} s`);
  return result;
}

function drawBar(label, expected, secondsSoFar) {
  const show = () => {
    const seconds = secondsSoFar();
    const share = Math.min(SHOWN_SHARE_MAX, seconds / expected);
    const bar = "#".repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, ".");
    const left = seconds < expected ? `about ${Math.ceil(expected - seconds)} s left` : "longer than usual";
    process.stderr.write(`\r\u001b[K${label} [${bar}] ${left}`);
  };
  show();
  const timer = setInterval(show, REDRAW_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    process.stderr.write("\r\u001b[K");
  };
}
