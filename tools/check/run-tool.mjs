import { spawn } from "node:child_process";

/** npm notices of the surrounding installation say nothing about the project. */
const withoutNoise = (text) => text.replace(/^npm (warn|notice).*\n/gm, "").trimEnd();

/**
 * Runs a command to its end and keeps what it printed.
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function runTool(command, { env = {}, echo = false, timeoutMs = 600_000 } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const [file, ...args] = command;
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    let output = "";
    const timer = setTimeout(() => {
      output += `\nstopped after ${timeoutMs / 1000} s`;
      child.kill("SIGKILL");
    }, timeoutMs);
    const keep = (chunk) => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    };
    const finish = (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: withoutNoise(output), seconds: (performance.now() - started) / 1000 });
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => {
      output += `${error.message}\n`;
      finish(1);
    });
    child.on("close", finish);
  });
}
