import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { grantNames } from "../packages/contract/src/operation/grants";
import { operations } from "../packages/contract/src/operations";
import { hasBrowser } from "./browser";
import { axeFaults, type DocsSite, docsBuild, startDocs } from "./docs-testkit";

const ids = Object.keys(operations);
const isInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;
const read = (name: string) => readFileSync(`${docsBuild}${name}`, "utf8");

describe.skipIf(!hasBrowser)("the reference of the API", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const list = (page: Page) => page.locator("article h3");
  it("the static file is the contract's document, which the reference is rendered from", async () => {
    const answer = await fetch(`${site.url}/static/openapi.yaml`);
    const text = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/yaml; charset=utf-8"]);
    expect(text).toBe(readFileSync(new URL("../openapi.yaml", import.meta.url), "utf8"));
    expect(parse(text)).toMatchObject({ openapi: "3.0.3", info: { version: "v1" } });
  });

  it("lists every operation of the contract without JavaScript, each with an address of its own", async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto("/openapi/#createCase");
    expect(await list(page).evaluateAll((all) => all.map(({ id }) => id).toSorted())).toEqual(ids.toSorted());
    expect(await page.evaluate(() => document.querySelector(":target")?.id)).toBe("createCase");
    for (const { path } of Object.values(operations)) await page.getByText(path, { exact: true }).first().waitFor();
  });

  it("finds operations by path, name or word", async () => {
    const page = await site.look("/openapi/");
    const shown = async () =>
      (
        await list(page)
          .filter({ visible: true })
          .evaluateAll((all) => all.map(({ id }) => id))
      ).toSorted();
    await page.getByLabel("Find an operation").fill("/areas/{id} put");
    await expect.poll(shown).toEqual(["updateArea"]);
    await page.getByLabel("Find an operation").fill("createVehicle");
    await expect.poll(shown).toEqual(["createVehicle", "createVehicleType"]);
    await page.getByText(`2 of ${ids.length}`).waitFor();
    await page.getByLabel("Find an operation").fill("no such thing");
    await expect.poll(shown).toEqual([]);
  });

  it("an operation that is opened has samples in six languages, its answer, and its errors as links", async () => {
    const page = await site.look("/openapi/#getAreas");
    await page.getByText("Samples, answer and errors of getAreas").click();
    const panel = page.locator("details[open]");
    const tabs = panel.getByRole("tab");
    await tabs.first().waitFor();
    expect(await tabs.allInnerTexts()).toEqual(["Shell", "TypeScript client", "JavaScript", "Python", "PHP", "Java"]);
    expect(await panel.locator("pre").first().innerText()).toContain("/api/v1/areas");
    await panel.getByText("Answers 200:").waitFor();
    expect(
      await panel
        .getByRole("link", { name: "AUTH_TOKEN_MISSING" })
        .or(panel.getByRole("link").first())
        .first()
        .getAttribute("href"),
    ).toMatch(/^\/docs\/api\/errors\/error-types#[A-Z_]+$/);
    expect(await axeFaults(page)).toEqual([]);
  });

  it.each([
    ["the table that came with the page", "/docs/api/authentication"],
    ["the table that a link within the site led to", "/docs/api/tracing"],
  ])("grants lead to their operations without loading a page, from %s", async (_table, first) => {
    const page = await site.look(first);
    await page.evaluate(() => Object.assign(window, { isFirstPage: true }));
    if (first !== "/docs/api/authentication") {
      await page
        .getByRole("navigation", { name: "Docs sidebar" })
        .getByRole("link", { name: "Authentication" })
        .click();
    }
    const table = page.locator("#grant-table");
    await table.getByRole("link", { name: "createArea", exact: true }).click();
    await page.waitForURL("**/openapi/#createArea");
    await page.locator("#createArea").waitFor();
    expect(await page.evaluate(() => "isFirstPage" in window)).toBe(true);
    await page.goBack();
    expect(await table.getByRole("row").count()).toBe(grantNames.length + 1);
  });

  it("search: offline, with operations included, by Ctrl K", async () => {
    const page = await site.look("/docs/intro");
    const strangers: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url)) strangers.push(request.url());
    });
    await page.keyboard.press("Control+k");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("placeholder"))).toBe("Search");
    await page.keyboard.type("waiting time");
    await page
      .getByRole("option", { name: /List waiting times/ })
      .first()
      .click();
    await page.waitForURL("**/openapi/#getAreaWaitingTimes");
    expect(strangers).toEqual([]);
  });

  it("the Postman collection has a request for each operation", async () => {
    const { item } = JSON.parse(read("leitstand.postman_collection.json")) as { item: { item: { name: string }[] }[] };
    expect(item.flatMap((folder) => folder.item.map(({ name }) => name)).toSorted()).toEqual(ids.toSorted());
  });

  it("llms.txt names a Markdown twin for each page, and the feed is well-formed", async () => {
    const { routes } = JSON.parse(read("served.json")) as { routes: readonly string[] };
    const named = [...read("llms.txt").matchAll(/\]\(https?:\/\/[^/]+(\/[^)]*\.md)\)/g)].map(([, path]) => path);
    const pages = routes.filter((route) => !route.startsWith("/docs/next/") && route !== "/search");
    expect(named).toHaveLength(pages.length);
    for (const path of named)
      expect((await fetch(`${site.url}${path}`)).headers.get("content-type")).toContain("text/markdown");
    const page = await site.newPage();
    await page.goto("/docs/intro");
    const fault = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")?.textContent,
      read("feed.atom"),
    );
    expect(fault).toBeUndefined();
  });

  function codeIn(language: string): readonly string[] {
    interface Described {
      readonly "x-codeSamples": readonly { readonly label: string; readonly source: string }[];
    }
    const { paths } = JSON.parse(read("reference/openapi.json")) as {
      paths: Record<string, Record<string, Described>>;
    };
    return Object.values(paths)
      .flatMap((path) => Object.values(path).flatMap((operation) => operation["x-codeSamples"]))
      .filter(({ label }) => label === language)
      .map(({ source }) => source);
  }

  it("samples of all operations are correct in shell, Python and JavaScript", () => {
    execFileSync("bash", ["-n"], { input: codeIn("Shell").join("\n") });
    const parseAll = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
    execFileSync("python3", ["-c", parseAll], { input: JSON.stringify(codeIn("Python")) });
    expect(codeIn("Shell")).toHaveLength(ids.length);
    for (const code of codeIn("JavaScript"))
      expect(() => transformSync(code, { loader: "js", format: "esm" })).not.toThrow();
    for (const code of codeIn("TypeScript client"))
      expect(() => transformSync(code, { loader: "ts", format: "esm" })).not.toThrow();
  });

  it.skipIf(!isInstalled("php"))("samples of all operations are correct in PHP (needs php)", () => {
    const parseAll = "foreach (json_decode(stream_get_contents(STDIN)) as $code) token_get_all($code, TOKEN_PARSE);";
    execFileSync("php", ["-r", parseAll], { input: JSON.stringify(codeIn("PHP")) });
    expect(codeIn("PHP").length).toBeGreaterThan(100);
  });

  it.skipIf(!isInstalled("javac"))("samples of all operations are correct in Java (needs a JDK)", () => {
    const folder = mkdtempSync(join(tmpdir(), "leitstand-java-"));
    try {
      const files = codeIn("Java").map((code, at) => {
        const path = join(folder, `Sample${at}.java`);
        writeFileSync(path, code.replace("class Sample ", `class Sample${at} `));
        return path;
      });
      execFileSync("javac", ["-proc:none", "-d", folder, ...files]);
      expect(files.length).toBeGreaterThan(100);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
