import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readOrCreateSecret } from "./secret-file";
import { StartupError } from "./startup-error";

describe("secret in a file", () => {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "secret-file-"));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it("a secret is made once, and only its owner can read it", () => {
    const file = join(home, "below", "pepper");
    const made = readOrCreateSecret(file);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(readOrCreateSecret(file, () => "another one")).toBe(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, "below"))).toEqual(["pepper"]);
  });

  it("two containers that make a secret at the same moment, as processes of the same number, keep the same one", () => {
    const file = join(home, "pepper");
    const makeAsOtherDoes = () => {
      const draft = `${file}.${process.pid}.draft`;
      writeFileSync(draft, "theirs\n");
      linkSync(draft, file);
      return "ours";
    };
    expect(readOrCreateSecret(file, makeAsOtherDoes)).toBe("theirs");
    expect(readFileSync(file, "utf8")).toBe("theirs\n");
  });

  it("an empty secret is refused in a sentence that names its file, and is not replaced", () => {
    const file = join(home, "pepper");
    writeFileSync(file, "\n");
    expect(() => readOrCreateSecret(file)).toThrow(StartupError);
    expect(() => readOrCreateSecret(file)).toThrow(`The file ${file} is empty`);
    expect(readFileSync(file, "utf8")).toBe("\n");
  });
});
