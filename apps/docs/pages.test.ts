import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCodes } from "@leitstand/contract/errors/errors";
import { allOperations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import { fieldTables } from "./src/contract/contract-fields";
import { dayOfRun } from "./samples/runner/run-records";
import { filesOf, listSamples } from "./samples/runner/sample-files";
import { sampleDrafts } from "./samples/samples";
import { samplesIn } from "./steps/page-facts";

const folder = fileURLToPath(new URL("./docs", import.meta.url));
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const pageOf = (sample: string) => sample.split("/")[0] as string;

describe("the pages of the documentation", () => {
  it.each(pages)("the page $name names only operations and error codes of the contract", ({ text }) => {
    const operations = allOperations.map(({ id }) => id);
    const named = [...text.matchAll(/\]\(\/openapi\/#(\w+)\)/g)].map(([, id]) => id as string);
    expect(named.filter((id) => !operations.includes(id))).toEqual([]);
    const codes = [...text.matchAll(/error-types\.md#(\w+)/g)].map(([, code]) => code as string);
    expect(codes.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
    const quoted = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+){1,3})`/g)].map(([, code]) => code as string);
    const looksLikeCode = /^(AUTH|REQUEST|TENANT|CASE|IDEMPOTENCY|LOCK|RESOURCE|LIMIT|RATE)_/;
    const misspelt = quoted.filter(
      (code) => looksLikeCode.test(code) && !(errorCodes as readonly string[]).includes(code),
    );
    expect(misspelt.filter((name) => !VARIABLES.has(name))).toEqual([]);
  });

  it.each(pages)("the page $name shows only tables of fields that are built", ({ text }) => {
    const named = [...text.matchAll(/generated\/fields\/(\w+)\.json/g)].map(([, name]) => name as string);
    expect(named.filter((name) => !(name in fieldTables()))).toEqual([]);
  });

  it("the pages of the documentation show every sample that is run, and only samples that are run", () => {
    const shown = new Set(pages.flatMap(({ text }) => samplesIn(text)));
    expect([...shown].sort()).toEqual([...listSamples()]);
  });

  it("the pages of the documentation have a date of the last run for each sample, in its present form and with the shown answer", () => {
    const ending = listSamples().filter((sample) => sampleDrafts[sample]?.isServer !== true);
    const changed = ending.filter((sample) => dayOfRun(sample) === undefined);
    expect(changed, "run them with UPDATE_SAMPLES=1").toEqual([]);
  });

  it.each(pages)("the page $name contains no code of its own except commands to start and to download", ({ text }) => {
    const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].filter(([, language]) => language !== "text");
    expect(
      blocks
        .map(([, , code]) => code?.trim())
        .filter((code) => !/^(npm (start|run [^|;&]*)|curl [^|]*)$/.test(code ?? "")),
    ).toEqual([]);
  });

  it("the pages of the documentation say where every variable of a sample comes from", () => {
    const textOf = (page: string) =>
      pages.find(({ name }) => name === `${page}.md` || name === `guides/${page}.md`)?.text ?? "";
    const explains = (page: string, name: string) => textOf(page).includes(`\`${name}\``);
    const all = listSamples().flatMap((sample) => filesOf(sample).map(({ code }) => ({ sample, code })));
    // A shell keeps variables that an earlier sample of the page has set.
    const isSetBeside = (sample: string, name: string) =>
      all.some(
        (other) => pageOf(other.sample) === pageOf(sample) && new RegExp(`(^|\\s)${name} ?=`, "m").test(other.code),
      );
    const isExplained = (sample: string, name: string) =>
      explains("intro", name) || explains(pageOf(sample), name) || isSetBeside(sample, name);
    const unexplained = all.flatMap(({ sample, code }) =>
      variablesOf(code)
        .filter((name) => !isExplained(sample, name))
        .map((name) => `${name} in ${sample}`),
    );
    expect(unexplained).toEqual([]);
  });

  it.each([...new Set(listSamples().map(pageOf))])("the samples of %s exist in JavaScript and Python", (page) => {
    const files = listSamples()
      .filter((sample) => sample.startsWith(`${page}/`))
      .flatMap(filesOf);
    const suffixes = files.map(({ language }) => language.suffix);
    expect(suffixes).toEqual(expect.arrayContaining(["mjs", "py"]));
  });
});

/** Environment variables that a sample reads. */
function variablesOf(code: string): readonly string[] {
  const read = [
    ...code.matchAll(/\$\{?([A-Z][A-Z_]+)\b(?!\()/g),
    ...code.matchAll(/(?:environ(?:\.get\(|\[)|process\.env\.|getenv\()["']?([A-Z_]+)/g),
  ].map(([, name]) => name as string);
  const taken =
    /const \{([^}]*)\} = process\.env/
      .exec(code)?.[1]
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  return [...new Set([...read, ...taken])];
}

/** Variables of samples, and of the server's configuration. */
const VARIABLES = new Set(["TENANT_KEY", "CASE_ID", "LOCK_VERSION", "RATE_LIMIT_FACTOR"]);
