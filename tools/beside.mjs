/** Runs a script in a process of its own, beside more important work. */
import { spawn } from "node:child_process";
import { setPriority } from "node:os";

/** Exit codes of a script that was stopped by a signal, which is no failure. */
const STOP_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
export const isStopExitCode = (code) => Object.values(STOP_EXIT_CODES).includes(code);

/**
 * Makes a script exit when it is stopped by a signal, so that its child processes end too, without waiting for its
 * work.
 */
export function exitWhenStopped() {
  for (const [signal, code] of Object.entries(STOP_EXIT_CODES)) process.once(signal, () => process.exit(code));
}

/**
 * Runs a script of Node, which ends with this process, or by `end`. No fault of it ends this process or is thrown:
 * `ended` resolves with the fault that ended it early, or with undefined. A larger `priority` leaves the processor to
 * others.
 */
export function runChildScript(args, { priority = 0, execPath = process.execPath } = {}) {
  let child;
  try {
    // Output goes through a pipe, so that the script writes lines and draws nothing between those of others.
    child = spawn(execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    return { ended: Promise.resolve(error.message), end: () => undefined };
  }
  // A process that has no file descriptors left gets no pipe.
  child.stderr?.pipe(process.stderr, { end: false });
  const end = () => void child.kill();
  process.once("exit", end);
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(child.killed ? undefined : describeFailure(code, signal)));
  }).finally(() => process.off("exit", end));
  if (child.pid !== undefined) lowerPriority(child.pid, priority);
  return { ended, end };
}

function describeFailure(code, signal) {
  if (signal !== null) return signal in STOP_EXIT_CODES ? undefined : `it was ended by ${signal}`;
  return code === 0 || isStopExitCode(code) ? undefined : `it ended with code ${code}`;
}

/**
 * Lowers the priority of a process; the script may have ended by now, and not every system allows it: its work is done
 * at any priority.
 */
function lowerPriority(pid, priority) {
  try {
    setPriority(pid, priority);
  } catch {
    // Without a lower priority both processes share the processor equally.
  }
}
