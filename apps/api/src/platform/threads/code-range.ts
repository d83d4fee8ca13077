import { readFileSync } from "node:fs";

/**
 * The bytes that Node sets aside for compiled code, as the map of a process' memory in Linux (`/proc/PID/maps`) tells: its largest
 * area that may be both written and run. Each thread has such an area.
 */
export function codeRangeOf(maps: string): number {
  const sizes = [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm)].map(
    ([, from = "", to = ""]) => Number.parseInt(to, 16) - Number.parseInt(from, 16),
  );
  return Math.max(0, ...sizes);
}

/**
 * The same of a process of this Node. A limit of data counts all of it, although next to nothing lies there: 512 MB from Node 24 on,
 * where earlier releases made each part writable when they used it. 0 where the system knows no such map, nor such a limit.
 */
export function codeRangeBytes(): number {
  return process.platform === "linux" ? codeRangeOf(readFileSync("/proc/self/maps", "utf8")) : 0;
}
