import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const settings = new URL("settings.mjs", import.meta.url).href;
const script = `import { endAtWrongSettings } from ${JSON.stringify(settings)}; endAtWrongSettings(); console.log("goes on");`;

/** Checks settings as a start does that has to build the product. */
function checkSettings(env: Record<string, string>) {
  const cwd = fileURLToPath(new URL("/", import.meta.url));
  const args = ["--input-type=module", "-e", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
  return { status, stdout, lines: stderr.trim().split("\n") };
}

describe("settings of a start that has to build the product", () => {
  it("every wrong setting is told before anything is built, and the start ends", () => {
    expect(checkSettings({ PORT: "eighty", MAIL_FROM: "noreply@example.com" })).toEqual({
      status: 1,
      stdout: "",
      lines: [
        'PORT is "eighty", but must be a whole number from 0 to 65535 (0 takes any free port).',
        "MAIL_FROM is set, but SMTP_URL is not.",
      ],
    });
  });

  it("a start with right settings goes on to build", () => {
    expect(checkSettings({ PORT: "8090" })).toEqual({ status: 0, stdout: "goes on\n", lines: [""] });
  });
});
