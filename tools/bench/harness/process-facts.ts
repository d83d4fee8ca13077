import { readFileSync } from "node:fs";

const CLOCK_TICKS_PER_SECOND = 100;

/** CPU seconds a process has used, user and system, all its threads together; NaN where there is no /proc. See proc(5). */
export function cpuSecondsOfProcess(pid: number): number {
  const fields = readProc(`${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** Resident memory in bytes; NaN where there is no /proc. */
export const residentMemoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readProc(`${pid}/status`))?.[1] ?? Number.NaN) * 1024;

/** Number of files that a process may have open; undefined where it cannot be known. */
export function openFilesMax(): number | undefined {
  const limit = /Max open files\s+(\d+)/.exec(readProc("self/limits"))?.[1];
  return limit === undefined ? undefined : Number(limit);
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
