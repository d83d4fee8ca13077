import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { grantNames } from "../packages/contract/src/operation/grants";
import { operations } from "../packages/contract/src/operations";
import { samplesOfOperation } from "../apps/docs/steps/operation-samples";
import { operations as allOperations, exampleRequestOfOperation } from "../apps/docs/steps/reference";
import { hasChromium } from "./browser";
import { type DocsSite, docsBuild, startDocs, waitUntilHydrated } from "./docs-testkit";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

const operationIds = Object.keys(operations);
const isProgramInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;
const readBuiltFile = (name: string) => readFileSync(`${docsBuild}${name}`, "utf8");

/** In the browser: clicks the link and returns the milliseconds until the page with that title was painted. */
const msUntilTitled = (link: Element, title: string) =>
  new Promise<number>((resolve) => {
    const began = performance.now();
    const look = () =>
      document.querySelector("h1")?.textContent?.includes(title)
        ? requestAnimationFrame(() => resolve(performance.now() - began))
        : requestAnimationFrame(look);
    (link as HTMLElement).click();
    look();
  });

describe.skipIf(!hasChromium)("the reference of the API", () => {
  let site: DocsSite;
  beforeAll(async () => {
    site = await startDocs();
  });
  afterAll(() => site.close());

  const list = (page: Page) => page.locator(".ref-list h3");
  const menu = (page: Page) => page.getByRole("navigation", { name: "Operations" });

  it("the documentation serves the contract's openapi.yaml unchanged as a static file", async () => {
    const answer = await fetch(`${site.url}/static/openapi.yaml`);
    const text = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/yaml; charset=utf-8"]);
    expect(text).toBe(readFileSync(new URL("../openapi.yaml", import.meta.url), "utf8"));
    expect(parse(text)).toMatchObject({ openapi: "3.0.3", info: { version: "v1" } });
  });

  it("the reference lists every operation of the contract without JavaScript, each with an address of its own", async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto("/openapi/#createCase");
    expect(await list(page).evaluateAll((all) => all.map(({ id }) => id).toSorted())).toEqual(operationIds.toSorted());
    expect(await page.evaluate(() => document.querySelector(":target")?.id)).toBe("createCase");
    for (const { path } of Object.values(operations)) await page.getByText(path, { exact: true }).first().waitFor();
  });

  it("the search field of the reference finds operations by path, name or word, and the key / focuses it on every page", async () => {
    const page = await site.look("/openapi/getAreas");
    const shown = async () => (await menu(page).getByRole("link").allInnerTexts()).map((text) => text.split("\n")[0]);
    await page.keyboard.press("/");
    await page.keyboard.type("/areas/{id} put");
    await expect.poll(shown).toEqual([operations.updateArea.summary]);
    await page.getByLabel("Find an operation").fill("createVehicle");
    const found = operationIds.filter((id) => id.startsWith("createVehicle")).length;
    expect(found).toBeGreaterThan(1);
    await page.getByText(`${found} of ${operationIds.length}`).waitFor();
    await page.getByLabel("Find an operation").fill("unicorn");
    await page.getByText(`0 of ${operationIds.length}`).waitFor();
    await page.keyboard.press("Escape");
    await menu(page).getByRole("link", { name: "Overview" }).waitFor();
  });

  it("an operation's page has fields, errors as links, and samples in six languages, without JavaScript too", async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    expect((await page.goto("/openapi/receiveAction"))?.status()).toBe(200);
    await page.getByRole("heading", { name: operations.receiveAction.summary, level: 1 }).waitFor();
    const samples = page.getByRole("tablist", { name: "Request" }).getByRole("tab");
    expect(await samples.allInnerTexts()).toEqual([
      "Shell",
      "TypeScript client",
      "JavaScript",
      "Python",
      "PHP",
      "Java",
    ]);
    const code = page.locator("#error-LOCK_VERSION_CONFLICT").getByRole("link");
    expect(await code.getAttribute("href")).toBe("/docs/api/errors/error-types#LOCK_VERSION_CONFLICT");
    expect(await page.locator("[id='body-payload.eta']").count()).toBe(1);
  });

  it("the URL of a field on an operation's page expands the groups that contain it", async () => {
    const page = await site.look("/openapi/receiveAction#body-payload.eta");
    await page.locator("[id='body-payload.eta']").waitFor({ state: "visible" });
    await expect.poll(() => page.locator("[id='body-payload.eta']").evaluate(isInView)).toBe(true);
  });

  it.each([["/openapi/#createArea"], ["/openapi/#tag/areas/createArea"]])(
    "the old URL %s opens the operation's page",
    async (address) => {
      const page = await site.look(address);
      await page.getByRole("heading", { name: operations.createArea.summary, level: 1 }).waitFor();
      expect(await menu(page).locator("[aria-current=page]").innerText()).toContain(operations.createArea.summary);
      // After that the page's parts have the address of the operation's page.
      await page.getByRole("link", { name: "Link to title" }).first().click({ force: true });
      await page.waitForURL(/\/openapi\/createArea#/);
    },
  );

  it("the reference opens the next operation without loading a page, and keeps the chosen language", async () => {
    const page = await site.look("/openapi/getAreas");
    await page.evaluate(() => Object.assign(window, { isFirstPage: true }));
    await page.getByRole("tab", { name: "Python" }).click();
    await menu(page).getByRole("link", { name: operations.createArea.summary }).click();
    await page.getByRole("heading", { name: operations.createArea.summary, level: 1 }).waitFor();
    expect(await page.getByRole("tab", { name: "Python" }).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("tabpanel", { name: "Python" }).getByText("urllib.request").first().waitFor();
    await expect.poll(() => page.title()).toContain(operations.createArea.summary);
    await page.goBack();
    await page.getByRole("heading", { name: operations.getAreas.summary, level: 1 }).waitFor();
    expect(await page.evaluate(() => "isFirstPage" in window)).toBe(true);
  });

  it("the reference shows an operation within 150 ms of the click when hovering over its link has prefetched it", async () => {
    const page = await site.look("/openapi/getAreas");
    const took: number[] = [];
    for (const id of ["createArea", "updateArea", "deleteArea", "getArea", "getAreas"] as const) {
      const link = menu(page).locator(`a[href$="/openapi/${id}"]`);
      const fetched = id === "getAreas" ? undefined : page.waitForResponse(`**/reference/${id}.txt`);
      await link.hover();
      await (await fetched)?.finished();
      took.push(await link.evaluate(msUntilTitled, operations[id].summary));
    }
    // Other work of the machine only makes single measurements slower, so the fastest counts.
    expect(Math.min(...took)).toBeLessThanOrEqual(150);
  });

  it("the reference says when an operation cannot be loaded, and shows it after a retry", async () => {
    const page = await site.look("/openapi/getAreas");
    await page.route("**/reference/createArea.txt", (route) => route.abort());
    await menu(page).getByRole("link", { name: operations.createArea.summary }).click();
    await page.getByText("could not be loaded").waitFor();
    await page.unroute("**/reference/createArea.txt");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: operations.createArea.summary, level: 1 }).waitFor();
  });

  it.each([
    ["does not come", "Loading", (route: Route) => void route.request()],
    ["cannot be loaded", "could not be loaded", (route: Route) => route.abort()],
  ])("the reference shows the operation that one goes back to from one that %s", async (...[, said, answer]) => {
    const page = await site.look("/openapi/getAreas");
    await page.route("**/reference/createArea.txt", answer);
    await menu(page).getByRole("link", { name: operations.createArea.summary }).click();
    const state = page.getByLabel(said).or(page.getByText(said));
    await state.waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: operations.getAreas.summary, level: 1 }).waitFor();
    await state.waitFor({ state: "detached" });
  });

  it("the reference opens with an address that nothing has encoded", async () => {
    const page = await site.look("/openapi/getAreas#100%");
    await page.getByRole("heading", { name: operations.getAreas.summary, level: 1 }).waitFor();
    await menu(page).getByRole("link", { name: operations.createArea.summary }).click();
    await page.getByRole("heading", { name: operations.createArea.summary, level: 1 }).waitFor();
  });

  it("the reference does not say that it has copied where the browser has no clipboard", async () => {
    const page = await site.newPage();
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.goto("/openapi/getAreas");
    await waitUntilHydrated(page);
    const copy = page.getByRole("button", { name: "Copy", exact: true }).first();
    await copy.click();
    expect(await copy.textContent()).toBe("Copy");
  });

  it("the reference loads 120 KB of scripts at most, and does not load openapi.yaml", async () => {
    const page = await site.newPage();
    const asked: string[] = [];
    const scripts: string[] = [];
    // Files prefetched for other pages do not count.
    page.on("request", (request) => (request.resourceType() === "script" ? scripts : asked).push(request.url()));
    await page.goto("/openapi/", { waitUntil: "networkidle" });
    const sizes = await Promise.all(scripts.map(compressedSize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120 * 1_024);
    expect(asked.filter((url) => url.includes("openapi.yaml"))).toEqual([]);
  });

  it.each(["light", "dark"])(
    "the reference is accessible in the %s scheme: overview, operation, narrow and wide",
    async (scheme) => {
      for (const [path, width] of [
        ["/openapi/", 1440],
        ["/openapi/receiveAction", 1440],
        ["/openapi/receiveAction", 390],
      ] as const) {
        const page = await site.look(path, { viewport: { width, height: 844 } });
        await page.evaluate((theme) => document.documentElement.setAttribute("data-theme", theme), scheme);
        expect(await findAccessibilityViolations(page)).toEqual([]);
        // No line is wider than the screen.
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        await page.close();
      }
    },
  );

  it.each([
    ["the table that came with the page", "/docs/api/authentication"],
    ["the table that a link within the site led to", "/docs/api/tracing"],
  ])("links from grants to their operations open without loading a page, from %s", async (_table, first) => {
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
    await page.getByRole("heading", { name: operations.createArea.summary, level: 1 }).waitFor();
    expect(await page.evaluate(() => "isFirstPage" in window)).toBe(true);
    await page.goBack();
    expect(await table.getByRole("row").count()).toBe(grantNames.length + 1);
  });

  it("the documentation's search works offline, includes operations, and opens by Ctrl K", async () => {
    const page = await site.look("/docs/intro");
    const strangers: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url)) strangers.push(request.url());
    });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("waiting time");
    await page
      .getByRole("option", { name: /List waiting times/ })
      .first()
      .click();
    await page.waitForURL("**/openapi/getAreaWaitingTimes");
    expect(strangers).toEqual([]);
  });

  it("the Postman collection has a request for each operation", async () => {
    const { item } = JSON.parse(readBuiltFile("leitstand.postman_collection.json")) as {
      item: { item: { name: string }[] }[];
    };
    expect(item.flatMap((folder) => folder.item.map(({ name }) => name)).toSorted()).toEqual(operationIds.toSorted());
  });

  it("llms.txt links to the Markdown version of each page, and the feed is well-formed", async () => {
    const { routes } = JSON.parse(readBuiltFile("served.json")) as { routes: readonly string[] };
    const named = [...readBuiltFile("llms.txt").matchAll(/\]\(https?:\/\/[^/]+(\/[^)]*\.md)\)/g)].map(
      ([, path]) => path,
    );
    const pages = routes.filter((route) => !route.startsWith("/docs/next/") && route !== "/search");
    expect(named).toHaveLength(pages.length);
    for (const path of named)
      expect((await fetch(`${site.url}${path}`)).headers.get("content-type")).toContain("text/markdown");
    const page = await site.newPage();
    await page.goto("/docs/intro");
    const fault = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")?.textContent,
      readBuiltFile("feed.atom"),
    );
    expect(fault).toBeUndefined();
  });

  const codeIn = (language: string): readonly string[] =>
    allOperations
      .flatMap((operation) => samplesOfOperation(operation, exampleRequestOfOperation(operation)))
      .filter(({ label }) => label === language)
      .map(({ code }) => code);

  it("samples of all operations have correct syntax in shell, Python and JavaScript", () => {
    execFileSync("bash", ["-n"], { input: codeIn("Shell").join("\n") });
    const parseAll = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
    execFileSync("python3", ["-c", parseAll], { input: JSON.stringify(codeIn("Python")) });
    expect(codeIn("Shell")).toHaveLength(operationIds.length);
    for (const code of codeIn("JavaScript"))
      expect(() => transformSync(code, { loader: "js", format: "esm" })).not.toThrow();
    for (const code of codeIn("TypeScript client"))
      expect(() => transformSync(code, { loader: "ts", format: "esm" })).not.toThrow();
  });

  it.skipIf(!isProgramInstalled("php"))("samples of all operations have correct syntax in PHP (needs php)", () => {
    const parseAll = "foreach (json_decode(stream_get_contents(STDIN)) as $code) token_get_all($code, TOKEN_PARSE);";
    execFileSync("php", ["-r", parseAll], { input: JSON.stringify(codeIn("PHP")) });
    expect(codeIn("PHP").length).toBeGreaterThan(100);
  });

  it.skipIf(!isProgramInstalled("javac"))("samples of all operations have correct syntax in Java (needs a JDK)", () => {
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

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

async function compressedSize(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
  return Number(answer.headers.get("content-length"));
}
