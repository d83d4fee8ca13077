import { findProcess, isProcessAlive } from "./process-table";

const WATCH_INTERVAL_MS = 500;
/** Milliseconds within which a signal is the first one once more, brought by another way. */
const SAME_REQUEST_MS = 1_000;

/** Start of a process by npm: `parent_pid` is its shell's, or npm's own where the shell has stepped aside. */
export interface NpmLauncher {
  parent_pid: number;
  npm_pid: number;
}

/**
 * Npm process that started this one: killed with -9 it cannot pass a signal on, and this process would keep the port
 * and the data directory. Undefined when a service manager or a shell started the process; then no parent is watched.
 */
export const npmLauncher: NpmLauncher | undefined = findLauncher();

/** Whether the process was started by npm and npm has ended. */
export function isOrphanedProcess(pid: number, by: NpmLauncher): boolean {
  const parentPid = pid === process.pid ? process.ppid : findProcess(pid)?.parentPid;
  return parentPid !== by.parent_pid || !isProcessAlive(by.npm_pid);
}

/**
 * Calls `stop` once, at the first SIGTERM, SIGINT or SIGHUP (the terminal was closed), or the death of npm, and
 * `stopAtOnce` at a further signal. Ctrl-C in a terminal reaches us twice, from the terminal and again through npm:
 * whatever follows the first request closely is ignored.
 */
export function onStopRequest(stop: (reason: string) => void, stopAtOnce: () => void): void {
  let requestedAt: number | undefined;
  const request = (reason: string) => {
    if (requestedAt !== undefined) {
      if (performance.now() - requestedAt > SAME_REQUEST_MS) stopAtOnce();
      return;
    }
    requestedAt = performance.now();
    clearInterval(watch);
    stop(reason);
  };
  const watch = setInterval(() => {
    if (npmLauncher && isOrphanedProcess(process.pid, npmLauncher)) request("npm has ended");
  }, WATCH_INTERVAL_MS);
  watch.unref();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => request(signal));
}

function findLauncher(): NpmLauncher | undefined {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return undefined;
  const parent = findProcess(process.ppid);
  if (!parent?.command || parent.parentPid === undefined) return undefined;
  const isNpm = /^(npm|node)/.test(parent.command);
  return { parent_pid: parent.pid, npm_pid: isNpm ? parent.pid : parent.parentPid };
}
