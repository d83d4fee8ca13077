import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import type { Page, Response } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapTileArchive } from "../apps/api/src/platform/files/tile-archive";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { placesByLetter } from "../packages/geo/src/roads/small-map-testkit";
import { type LetterTileMap, writeLetterTileMapAsOsm } from "../packages/geo/src/tiles/drawn-map-testkit";
import { importTiles } from "../packages/geo/src/tiles/import-tiles";
import { buildApi, commandsBundle } from "../tools/build.mjs";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "./console-testkit";

/** A village of two streets and a lake, at about [9.5, 47]; neighbouring letters are 100 m apart. */
const villageMap = {
  drawing: "......N......\n.............\nA.....M.....B\n.............\n......S......\n..P...V...Q..\n..R.......T..",
  ways: {
    AMB: { highway: "primary", name: "Landstraße", ref: "B 16" },
    NMS: { highway: "residential", name: "Kirchgasse" },
    PQTRP: { natural: "water", name: "Dorfsee" },
  },
  nodes: { V: { place: "village", name: "Hinterdorf" } },
};
/** A point beside the crossing, on the main street. */
const pointOnStreet = { lon: 9.5088, lat: 47 - 2 * 0.0009 };

async function tilesOfDrawing(map: LetterTileMap): Promise<MapTileArchive> {
  const bytes = writeLetterTileMapAsOsm(map);
  const archive = await importTiles(() => [bytes]);
  return {
    sha256: createHash("sha256").update(archive).digest("hex"),
    size_bytes: archive.length,
    attribution: "© OpenStreetMap contributors",
    read: async (from, to) => Readable.from([Buffer.from(archive.subarray(from, to + 1))]),
  };
}

describe.skipIf(!hasChromium)("the map of an imported region (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  let current: MapTileArchive;
  beforeAll(async () => {
    current = await tilesOfDrawing(villageMap);
    product = await openConsole({ hasMap: true, tiles: () => current, hasJobs: false });
    colleague = await product.signIn("bestattung");
  });
  afterAll(() => product.close());

  async function look(prepare?: (page: Page) => Promise<unknown>) {
    const answers: Response[] = [];
    const page = await product.look(colleague, {
      prepare: async (opened) => {
        opened.on("response", (answer) => answers.push(answer));
        await prepare?.(opened);
        const camera = { center: [pointOnStreet.lon, pointOnStreet.lat], zoom: 15 };
        await opened.addInitScript(
          (kept) => localStorage.setItem("leitstand.map-camera", kept),
          storedCameraJson(colleague, camera),
        );
      },
    });
    await waitForIdleMap(page);
    return { page, answers };
  }

  it("the map shows streets, a lake and names of an imported region, in light and dark", async () => {
    const { page, answers } = await look();
    await page.getByText("© OpenStreetMap contributors").waitFor();
    const named = await pictureOfMap(page);
    await page.getByRole("button", { name: "Ebenen" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Ortsnamen" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await waitForIdleMap(page);
    const bare = await pictureOfMap(page);
    expect(countDifferingPixels(named, bare)).toBeGreaterThan(500);
    expect(groundColors(bare)).toEqual({
      street: approximateColor([255, 255, 255]),
      lake: approximateColor([220, 229, 238]),
    });
    await page.getByRole("button", { name: "Dunkle Ansicht" }).click();
    const isDark = { street: approximateColor([58, 68, 81]), lake: approximateColor([12, 15, 20]) };
    await expectEventually(async () => groundColors(await pictureOfMap(page))).toEqual(isDark);

    const tiles = answers.filter((answer) => answer.url().endsWith(".pmtiles"));
    expect(tiles.every((answer) => /^bytes=\d+-\d+$/.test(answer.request().headers()["range"] ?? ""))).toBe(true);
    expect(tiles.some((answer) => answer.status() === 206)).toBe(true);
    const foreign = answers.map((answer) => answer.url()).filter((url) => !/^(blob|data):/.test(url));
    expect(foreign.filter((url) => new URL(url).origin !== product.url)).toEqual([]);
    await page.close();
  });

  it("the map changes to the tiles of a newer import automatically once the previous ones are deleted", async () => {
    // A browser caches so small an archive as a whole, unless its requests are intercepted.
    const { page, answers } = await look((opened) => opened.route(/pmtiles$/, (route) => route.continue()));
    current = await tilesOfDrawing({
      ...villageMap,
      ways: { ...villageMap.ways, NMS: { highway: "residential", name: "Neugasse" } },
    });
    const isNew = (answer: Response) => answer.url().includes(current.sha256.slice(0, 16)) && answer.ok();
    await page.getByRole("button", { name: "Verkleinern" }).click();
    await page.getByRole("button", { name: "Verkleinern" }).click();
    await expectEventually(async () => answers.some(isNew)).toBe(true);
    await waitForIdleMap(page);
    await page.close();
  });
});

describe.skipIf(!hasChromium)("the way of a case (needs /usr/bin/chromium)", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-map-"));
  let databaseUrl = "";
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  beforeAll(async () => {
    await buildApi();
    const prepare = async (url: string) => void (databaseUrl = url);
    product = await openConsole({ hasMap: true, dataDir, prepare });
    colleague = await product.signIn("bestattung");
  });
  afterAll(async () => {
    await product.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const places = placesByLetter(villageMap);
  const placeOf = (letter: string) => places.get(letter) as readonly [lon: number, lat: number];
  const address = (letter: string) => ({ lon: placeOf(letter)[0], lat: placeOf(letter)[1] });

  /** Imports a map by the command in a process of its own, as an operator would run it. */
  const importMap = (file: string) =>
    promisify(execFile)(process.execPath, [commandsBundle, "geo", "import", file], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PEPPER: "a pepper of more than thirty-two characters",
      },
    });

  it("the route of a case on the map is a straight line until the import command has imported the streets", async () => {
    const draft = funeralCaseRequest();
    const data = draft.funeral_data as NonNullable<typeof draft.funeral_data>;
    const funeral_data = { ...data, source_address: address("A"), target_address: address("S") };
    const dispatchCase = await colleague.api.createCase({ ...draft, funeral_data });
    const look = async () => {
      const page = await product.look(colleague, {
        path: `/?case=${dispatchCase.id}`,
        prepare: (opened) =>
          opened.addInitScript(
            (kept) => localStorage.setItem("leitstand.map-camera", kept),
            storedCameraJson(colleague, { center: placeOf("M"), zoom: 14 }),
          ),
      });
      const seen = async () => {
        await waitForIdleMap(page);
        const [map, brand] = [await pictureOfMap(page), await brandColorOnMap(page)];
        const at = (east: number, south: number) =>
          pixelAt(map, [
            map.width / 2 + (east * PIXELS_PER_100_METERS) / 2,
            map.height / 2 + (south * PIXELS_PER_100_METERS) / 2,
          ]);
        // The street goes 600 m to the crossing, and turns there; halfway, the straight line is 100 m south of it.
        return { brand, straight: at(-3, 1), street: at(-3, 0) };
      };
      return { page, seen };
    };
    const before = await look();
    await expectEventually(before.seen).toSatisfy(isRouteDrawnBy("straight"));
    await before.page.close();

    const file = join(dataDir, "village.osm");
    writeFileSync(file, writeLetterTileMapAsOsm(villageMap));
    await importMap(file);
    const waypoints = [[...placeOf("A")], [...placeOf("S")]];
    await expectEventually(async () => (await colleague.api.getDirections({ waypoints })).estimated).toBe(false);
    const { page, seen } = await look();
    await page.getByText("© OpenStreetMap contributors").waitFor();
    await expectEventually(seen).toSatisfy(isRouteDrawnBy("street"));
    await page.close();
  });
});

interface SeenColors {
  readonly brand: readonly number[];
  readonly straight: readonly number[];
  readonly street: readonly number[];
}
/** Whether the route goes this way: its line is drawn in the company's colour, and the alternative is not. */
const isRouteDrawnBy = (by: "straight" | "street") => (seen: SeenColors) => {
  const isBrand = (color: readonly number[]) => color.every((shade, at) => Math.abs(shade - (seen.brand[at] ?? 0)) < 8);
  return isBrand(seen[by]) && !isBrand(seen[by === "street" ? "straight" : "street"]);
};

const brandColorOnMap = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--brand").trim();
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });

/** Length of 100 m in pixels, at zoom 15 and this latitude. */
const PIXELS_PER_100_METERS = 61;

/** Matcher of an approximate colour: the edges of a line are mixed with the background. */
const approximateColor = (color: readonly number[]) => color.map((shade) => expect.closeTo(shade, -1));

/** Colours of the ground at a street and at a lake; the lake lies 350 m south of the street. */
const groundColors = (map: PNG) => ({
  street: pixelAt(map, [map.width / 2, map.height / 2]),
  lake: pixelAt(map, [map.width / 2, map.height / 2 + 3.5 * PIXELS_PER_100_METERS]),
});

const storedCameraJson = ({ email }: SignedInColleague, camera: object) => JSON.stringify({ [email]: camera });

const waitForIdleMap = (page: Page) =>
  page.locator('.maplibregl-map[aria-busy="false"]').waitFor({ state: "attached" });

/** Picture of the map's area. */
async function pictureOfMap(page: Page): Promise<PNG> {
  const clip = await page.locator(".maplibregl-map").boundingBox();
  return PNG.sync.read(await page.screenshot({ clip: clip ?? { x: 0, y: 0, width: 1, height: 1 } }));
}

function pixelAt({ data, width }: PNG, [x, y]: readonly [x: number, y: number]): readonly number[] {
  const at = 4 * (Math.round(y) * width + Math.round(x));
  return [...data.subarray(at, at + 3)];
}

const countDifferingPixels = (one: PNG, other: PNG) =>
  Array.from({ length: one.data.length / 4 }, (_, index) => 4 * index).filter(
    (at) => Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)) > 40,
  ).length;
