/** Starts the real command: a process that loads the whole simulation takes seconds. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));
const simulate = (...args: readonly string[]) =>
  new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const env = { ...process.env, DEMONSTRATION_PASSWORD: "a password", DEMONSTRATION_PIN: "306841" };
    const called = execFile(
      process.execPath,
      ["--import", "tsx", "tools/simulate/main.ts", ...args],
      { cwd: repositoryRoot, env },
      (_error, _stdout, stderr) => resolve({ code: called.exitCode, stderr }),
    );
  });

it("npm run simulate ends a wrong call with one line and the code of wrong usage", async () => {
  const [wrongNumber, ambiguous] = await Promise.all([simulate("--cases", "0"), simulate("--seed", "-1")]);
  expect(wrongNumber).toEqual({ code: 2, stderr: "--cases must be a whole number from 1 to 20000.\n" });
  expect(ambiguous).toEqual({ code: 2, stderr: expect.stringMatching(/^Option '--seed'[^\n]* Options: [^\n]*\n$/) });
});

it("npm run simulate names the address of a server that gives no answer in one line", async () => {
  // A port that is kept, so that no other program can answer there.
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const { code, stderr } = await simulate("--no-browser", "--url", url);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(`${url} cannot be reached, or has ended meanwhile`);
  expect(code).toBe(1);
});
