import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Case, CaseUpdateRequest } from "@leitstand/contract/cases/case";
import { errorCodes, errorDefinitions } from "@leitstand/contract/errors/errors";
import { Vehicle, VehicleUpdateRequest } from "@leitstand/contract/fleet/vehicles";
import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import { allOperations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import { describeSchemaFieldTables } from "./src/contract/contract-fields";
import { lastRunDayOfSample } from "./samples/runner/run-records";
import { filesOfSample, listSampleNames, readRecordedAnswer } from "./samples/runner/sample-files";
import { requirementsBySample } from "./samples/samples";
import { sampleNamesInPage } from "./steps/page-facts";

const docsFolder = fileURLToPath(new URL("./docs", import.meta.url));
const documentPages = readdirSync(docsFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(join(docsFolder, name), "utf8") }));
const pageOfSample = (sample: string) => sample.split("/")[0] as string;

describe("the pages of the documentation", () => {
  it.each(documentPages)(
    "the documentation page $name names only operations and error codes of the contract",
    ({ text }) => {
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
      expect(misspelt.filter((name) => !KNOWN_VARIABLES.has(name))).toEqual([]);
    },
  );

  it.each(documentPages)(
    "the documentation page $name includes only tables of fields that the build generates",
    ({ text }) => {
      const named = [...text.matchAll(/generated\/fields\/(\w+)\.json/g)].map(([, name]) => name as string);
      expect(named.filter((name) => !(name in describeSchemaFieldTables()))).toEqual([]);
    },
  );

  it("the documentation promises `Retry-After` for exactly the statuses whose errors carry it", () => {
    const page = documentPages.find(({ name }) => name === join("api", "errors", "index.md"));
    const rows = page?.text.match(/^\| \d{3}.*`Retry-After` \|$/gm) ?? [];
    const promised = rows.flatMap((row) => row.split("|")[1]?.match(/\d{3}/g) ?? []).map(Number);
    const carrying = Object.values(errorDefinitions).filter(({ args }) => "retry_after" in args);
    expect(promised).toEqual([...new Set(carrying.map(({ status }) => status))].toSorted((a, b) => a - b));
  });

  it("the documentation shows every code sample that is executed, and only executed ones", () => {
    const shown = new Set(documentPages.flatMap(({ text }) => sampleNamesInPage(text)));
    expect([...shown].sort()).toEqual([...listSampleNames()]);
  });

  it("the documentation has, for the current code and answer of each sample, the date of its last run", () => {
    const ending = listSampleNames().filter((sample) => requirementsBySample[sample]?.isServer !== true);
    const changed = ending.filter((sample) => lastRunDayOfSample(sample) === undefined);
    expect(changed, "run them with UPDATE_SAMPLES=1").toEqual([]);
  });

  it.each(documentPages)(
    "the documentation page $name contains no code of its own except commands to start and to download",
    ({ text }) => {
      const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].filter(([, language]) => language !== "text");
      expect(
        blocks
          .map(([, , code]) => code?.trim())
          .filter((code) => !/^(npm (start|run [^|;&]*)|curl [^|]*)$/.test(code ?? "")),
      ).toEqual([]);
    },
  );

  it("no page of the documentation but the release history speaks of this release, which the next one makes untrue", () => {
    const outdated = documentPages.filter(({ text }) => /\bin\s+this\s+release\b/.test(text)).map(({ name }) => name);
    expect(outdated.filter((name) => name !== "release_history.md")).toEqual([]);
  });

  it("the documentation explains every status that an error of the catalogue has", () => {
    const page = readFileSync(join(docsFolder, "api/errors/index.md"), "utf8");
    const told = Array.from(page.matchAll(/^\| (\d{3}(?:, \d{3})*) \|/gm), ([, statuses = ""]) =>
      statuses.split(", "),
    ).flat();
    const known = Object.values(errorDefinitions).map(({ status }) => String(status));
    expect(told.toSorted()).toEqual([...new Set(known)].toSorted());
  });

  it("the documentation says where every variable of a sample comes from", () => {
    const textOf = (page: string) =>
      documentPages.find(({ name }) => name === `${page}.md` || name === `guides/${page}.md`)?.text ?? "";
    const explains = (page: string, name: string) => textOf(page).includes(`\`${name}\``);
    const all = listSampleNames().flatMap((sample) => filesOfSample(sample).map(({ code }) => ({ sample, code })));
    // A shell keeps variables that an earlier sample of the page has set.
    const isSetBeside = (sample: string, name: string) =>
      all.some(
        (other) =>
          pageOfSample(other.sample) === pageOfSample(sample) && new RegExp(`(^|\\s)${name} ?=`, "m").test(other.code),
      );
    const isExplained = (sample: string, name: string) =>
      explains("intro", name) || explains(pageOfSample(sample), name) || isSetBeside(sample, name);
    const unexplained = all.flatMap(({ sample, code }) =>
      variablesInSamples(code)
        .filter((name) => !isExplained(sample, name))
        .map((name) => `${name} in ${sample}`),
    );
    expect(unexplained).toEqual([]);
  });

  it.each([
    { sample: "basics/change-case", answer: Case, request: CaseUpdateRequest },
    { sample: "handle-conflicts/conflict", answer: Case, request: CaseUpdateRequest },
    { sample: "nested-resources/vehicle-skills", answer: Vehicle, request: VehicleUpdateRequest },
  ])(
    "a sample that replaces an object sends back all fields that it has read and a request takes: $sample",
    ({ sample, answer, request }) => {
      const read = Object.keys(answer.properties).filter((name) => !caseAssociationNames.includes(name));
      const onlyAnswered = read.filter((name) => !(name in request.properties)).toSorted();
      const leftOut = filesOfSample(sample).map(({ code }) => fieldsLeftOutBy(code).toSorted());
      expect(leftOut).toEqual(leftOut.map(() => onlyAnswered));
    },
  );

  it("the sample that obeys a rate limit makes one call more than fit at once, waits, and succeeds with all", () => {
    const [refused, succeeded] = readRecordedAnswer("rate-limiting/obey").split("\n");
    expect(refused).toBe("429: wait 1 s");
    expect(succeeded?.split(" ")).toEqual(Array.from({ length: rateLimits.location.token.burst + 1 }, () => "200"));
  });

  it.each([...new Set(listSampleNames().map(pageOfSample))])(
    "the samples of %s exist in JavaScript and Python",
    (page) => {
      const files = listSampleNames()
        .filter((sample) => sample.startsWith(`${page}/`))
        .flatMap(filesOfSample);
      const suffixes = files.map(({ language }) => language.suffix);
      expect(suffixes).toEqual(expect.arrayContaining(["mjs", "py"]));
    },
  );
});

const alwaysAnswered: readonly string[] = Case.required;
/** Associations of a case, which samples that replace it do not ask for. */
const caseAssociationNames = Object.keys(Case.properties).filter((name) => !alwaysAnswered.includes(name));

/** Names of the fields that a sample takes out of an answer before it sends the rest back. */
function fieldsLeftOutBy(code: string): readonly string[] {
  const [, list = ""] = /(?:\bdel\(|READ_ONLY = "|readOnly =\s+")([^)"]*)/.exec(code) ?? [];
  return list.match(/[a-z_]+/g) ?? [];
}

/** Environment variables that a sample reads. */
function variablesInSamples(code: string): readonly string[] {
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
const KNOWN_VARIABLES = new Set(["TENANT_KEY", "CASE_ID", "LOCK_VERSION", "RATE_LIMIT_FACTOR"]);
