import { spawn } from "node:child_process";
import { killTree, stopTree } from "./process-tree.mjs";

/** Output without npm's notices about the surrounding installation. */
const withoutNoise = (text) => text.replace(/^npm (warn|notice).*\n/gm, "").trimEnd();

/** Milliseconds that a stopped tool has to clean up: databases to close, browsers to end. */
const GRACE_MS = 5_000;

/**
 * Runs a command to its end and keeps what it printed. It leads a process group of its own, and nothing of it is left behind:
 * neither after the time that it has, nor when this process is told to stop.
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function runTool(command, { env = {}, echo = false, timeoutMs = 600_000, graceMs = GRACE_MS } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const [file, ...args] = command;
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
      detached: true,
    });
    let output = "";
    const keep = (chunk) => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    };
    const timer = setTimeout(() => {
      keep(`\nstopped after ${timeoutMs / 1000} s\n`);
      if (child.pid !== undefined) void stopTree(child.pid, graceMs);
    }, timeoutMs);
    const finish = (code, signal) => {
      clearTimeout(timer);
      if (signal) keep(`\nended by ${signal}\n`);
      forget(child);
      resolve({ code: code ?? 1, output: withoutNoise(output), seconds: (performance.now() - started) / 1000 });
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => {
      output += `${error.message}\n`;
      finish(1);
    });
    child.on("close", finish);
    if (child.pid !== undefined) remember(child, graceMs);
  });
}

/**
 * Running tools: a terminal sends Ctrl-C to its own group alone, and tools have groups of their own, so it is passed on
 * to each.
 */
const running = new Map();
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const handlers = Object.entries(signals).map(([signal, code]) => [signal, () => void stopAll(code)]);

function remember(child, graceMs) {
  if (running.size === 0) {
    for (const [signal, handler] of handlers) process.on(signal, handler);
    process.on("exit", killAll);
  }
  running.set(child, graceMs);
}

function forget(child) {
  if (!running.delete(child) || running.size > 0) return;
  for (const [signal, handler] of handlers) process.off(signal, handler);
  process.off("exit", killAll);
}

async function stopAll(code) {
  await Promise.all([...running].map(([child, graceMs]) => stopTree(child.pid, graceMs)));
  process.exit(code);
}

function killAll() {
  for (const child of running.keys()) killTree(child.pid);
}
