import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Facts of the operating system about one live process. */
export interface OsProcess {
  pid: number;
  parentPid: number | undefined;
  /**
   * Time of birth that tells two processes with the same pid apart; opaque text, undefined where the system does not
   * tell it.
   */
  birth: string | undefined;
  /** Name of the executable; undefined where the system does not tell it. */
  command: string | undefined;
}

/** Finds a process; undefined when none has this pid, or only one that has ended and was not reaped yet. */
export function findProcess(pid: number): OsProcess | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !processExists(pid)) return undefined;
  if (process.platform === "linux") return readFromProcFs(pid);
  if (process.platform === "win32") return { pid, parentPid: undefined, birth: undefined, command: undefined };
  return readFromPs(pid);
}

/** Whether a process runs; cheap enough for several calls a second. */
export const isProcessAlive = (pid: number): boolean =>
  process.platform === "linux" ? findProcess(pid) !== undefined : processExists(pid);

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readFromProcFs(pid: number): OsProcess | undefined {
  const stat = readTextIfExists(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name is in brackets and may itself contain blanks and brackets; fields are counted from behind the last one.
  const command = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parentPid] = fields;
  if (state === "Z" || state === "X") return undefined;
  return { pid, parentPid: Number(parentPid), birth: `${readBootId()}/${fields[19]}`, command };
}

/**
 * Name of the system in which the numbers of processes count: that of this container, of its host, or of another
 * machine that uses the same disk. A process of another one cannot be looked up by its number.
 */
export function findPidNamespace(): string {
  if (process.platform !== "linux") return process.platform;
  try {
    return `${readBootId()}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

const readBootId = () => readTextIfExists("/proc/sys/kernel/random/boot_id")?.trim() ?? "";

function readFromPs(pid: number): OsProcess | undefined {
  // The time of birth is told in the language and time zone of the caller, and compared by another one.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const ps = spawnSync("ps", ["-o", "stat=,ppid=,lstart=,ucomm=", "-p", String(pid)], { encoding: "utf8", env });
  const match = /^\s*(\S+)\s+(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.+?)\s*$/.exec(ps.stdout ?? "");
  if (!match || match[1]?.startsWith("Z")) return undefined;
  return { pid, parentPid: Number(match[2]), birth: match[3], command: match[4] };
}

function readTextIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
