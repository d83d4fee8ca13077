import { spawn } from "node:child_process";
import { killProcessTree, stopProcessTree } from "./process-tree.mjs";

/** Output without npm's notices about the surrounding installation. */
const withoutNpmNotices = (text) => text.replace(/^npm (warn|notice).*\n/gm, "").trimEnd();

/** Milliseconds that a stopped tool has to clean up: databases to close, browsers to end. */
const STOP_GRACE_MS = 5_000;

/**
 * Runs a command to its end and keeps what it printed. It leads a process group of its own, and nothing of it is left behind:
 * neither after the time that it has, nor when this process is told to stop.
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function runTool(command, { env = {}, echo = false, timeoutMs = 600_000, graceMs = STOP_GRACE_MS } = {}) {
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
      if (child.pid !== undefined) void stopProcessTree(child.pid, graceMs);
    }, timeoutMs);
    const finish = (code, signal) => {
      clearTimeout(timer);
      if (signal) keep(`\nended by ${signal}\n`);
      forgetTool(child);
      resolve({ code: code ?? 1, output: withoutNpmNotices(output), seconds: (performance.now() - started) / 1000 });
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => {
      output += `${error.message}\n`;
      finish(1);
    });
    child.on("close", finish);
    if (child.pid !== undefined) rememberTool(child, graceMs);
  });
}

/**
 * Running tools: a terminal sends Ctrl-C to its own group alone, and tools have groups of their own, so it is passed on
 * to each.
 */
const runningTools = new Map();
const exitCodeBySignal = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const signalHandlers = Object.entries(exitCodeBySignal).map(([signal, code]) => [
  signal,
  () => void stopAllTools(code),
]);

function rememberTool(child, graceMs) {
  if (runningTools.size === 0) {
    for (const [signal, handler] of signalHandlers) process.on(signal, handler);
    process.on("exit", killAllTools);
  }
  runningTools.set(child, graceMs);
}

function forgetTool(child) {
  if (!runningTools.delete(child) || runningTools.size > 0) return;
  for (const [signal, handler] of signalHandlers) process.off(signal, handler);
  process.off("exit", killAllTools);
}

async function stopAllTools(code) {
  await Promise.all([...runningTools].map(([child, graceMs]) => stopProcessTree(child.pid, graceMs)));
  process.exit(code);
}

function killAllTools() {
  for (const child of runningTools.keys()) killProcessTree(child.pid);
}
