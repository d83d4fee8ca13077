import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Every process below this one that still has its parent, in whichever process group it is. */
export function descendantsOf(root) {
  const children = new Map();
  for (const [pid, parent] of listProcesses()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found = [];
  for (const open = [root]; open.length > 0; ) {
    const below = children.get(open.pop()) ?? [];
    found.push(...below);
    open.push(...below);
  }
  return found;
}

/** Pairs of process and parent. `ps` is not everywhere where `/proc` is. */
function listProcesses() {
  if (!existsSync("/proc/self/stat")) {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => line.trim().split(/\s+/).map(Number));
  }
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program stands in brackets and may hold any character; behind it come the state and the parent.
      const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1).split(" ");
      return [[Number(name), Number(parent)]];
    } catch {
      return []; // The process has ended in the meantime.
    }
  });
}

/** Asks a tool and everything below it to end, and kills what does not within the grace. */
export async function stopProcessTree(root, graceMs) {
  const members = new Set([root, ...descendantsOf(root)]);
  signalAll(root, members, "SIGTERM");
  for (const end = Date.now() + graceMs; Date.now() < end && [...members].some(isProcessRunning); ) await waitMs(20);
  for (const pid of members) for (const below of descendantsOf(pid)) members.add(below);
  signalAll(root, members, "SIGKILL");
}

/** Kills a tool at the very end of this process, when nothing can be waited for. */
export const killProcessTree = (root) => signalAll(root, new Set([root, ...descendantsOf(root)]), "SIGKILL");

function signalAll(root, members, signal) {
  // The group first: a process that is just being made belongs to it already.
  for (const pid of [-root, ...members]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process to signal has ended already.
    }
  }
}

function isProcessRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const waitMs = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
