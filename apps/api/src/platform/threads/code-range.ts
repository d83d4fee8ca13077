import { readFileSync } from "node:fs";

/**
 * Bytes that Node sets aside for compiled code, from the map of a process' memory in Linux (`/proc/PID/maps`): its
 * largest area that may be both written and run. Each thread has such an area.
 */
export function parseCodeRangeBytes(maps: string): number {
  const sizes = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm)].map(
    ([, from = "", to = ""]) => Number.parseInt(to, 16) - Number.parseInt(from, 16),
  );
  return Math.max(0, ...sizes);
}

/**
 * Bytes that Node sets aside for compiled code in this process. A limit on data counts all of them, although next to
 * nothing lies there: 512 MB from Node 24 on, where earlier releases made each part writable when they used it. 0 where
 * the system knows no such map, nor such a limit.
 */
export function readCodeRangeBytes(): number {
  return process.platform === "linux" ? parseCodeRangeBytes(readFileSync("/proc/self/maps", "utf8")) : 0;
}
