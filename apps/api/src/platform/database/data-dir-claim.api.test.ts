import { mkdtempSync, rmSync, utimesSync, writeFileSync, mkdirSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { deleteOrphanedFiles } from "#modules/assets/index";
import { deleteUnusedGeoData } from "#modules/geo-data/index";
import { startApi } from "../../testing/start-api";
import { connectTestDatabase as aDatabase } from "../../testing/start-node";
import { cloneDatabase } from "../../testing/test-database";
import { claimDataDirForDatabase, isDataDirClaimedByDatabase } from "./data-dir-claim";
import { connectToPrimary } from "./primary";
import { sql } from "./sql";

describe("claim of a data directory", () => {
  const api = startApi();
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "leitstand-claim-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
  });

  /** Clones the same template: a copy, as after a restore beside the original. */
  const aCopy = async () => {
    const { url, drop } = await cloneDatabase();
    const db = aDatabase(url, 2);
    onTestFinished(async () => {
      await db.close();
      await drop();
    });
    return { db, url };
  };
  const anotherDatabase = async () => {
    const { db, url } = await aCopy();
    const owner = await connectToPrimary(url, {});
    await owner.query("update installation set id = gen_random_uuid()");
    await owner.end();
    return db;
  };

  /** Files stored long ago, which no row of the other database names. */
  const oldFiles = () =>
    ["assets", "geo"].map((folder) => {
      mkdirSync(join(dataDir, folder));
      const path = join(dataDir, folder, "stored.bin");
      writeFileSync(path, "bytes");
      utimesSync(path, new Date(0), new Date(0));
      return path;
    });
  const sweep = async (db: typeof api.db) => {
    const parts = { db, dataDir, clock: api.clock };
    return (await deleteOrphanedFiles(parts)) + (await deleteUnusedGeoData(parts));
  };

  it("a data directory belongs to the database that used it first, on every node and after every start", async () => {
    expect(await claimDataDirForDatabase(dataDir, api.db.system)).toBeUndefined();
    expect(await claimDataDirForDatabase(dataDir, api.db.system)).toBeUndefined();
    expect(await isDataDirClaimedByDatabase(dataDir, api.db.system)).toBe(true);
    oldFiles();
    expect(await sweep(api.db)).toBe(2);
  });

  it("a data directory is refused to another database, which would delete its files as unused", async () => {
    await claimDataDirForDatabase(dataDir, api.db.system);
    const files = oldFiles();
    const other = await anotherDatabase();
    await expect(claimDataDirForDatabase(dataDir, other.system)).rejects.toMatchObject({
      sentences: [expect.stringContaining("holds the files of another database")],
    });
    expect(await sweep(other)).toBe(0);
    expect(files.map((path) => existsSync(path))).toEqual([true, true]);
    rmSync(join(dataDir, "database"));
    expect(await claimDataDirForDatabase(dataDir, other.system)).toBeUndefined();
  });

  it("a copy of the database can read the data directory, but deletes no file of it", async () => {
    await claimDataDirForDatabase(dataDir, api.db.system);
    const files = oldFiles();
    const { db: copy } = await aCopy();
    expect(await claimDataDirForDatabase(dataDir, copy.system)).toContain("it was moved, or it is a copy");
    expect(await sweep(copy)).toBe(0);
    expect(files.map((path) => existsSync(path))).toEqual([true, true]);
  });

  it("a data directory is given to exactly one of two databases that start on it at the same time", async () => {
    const other = await anotherDatabase();
    const claims = [api.db, other, api.db, other].map((db) => claimDataDirForDatabase(dataDir, db.system));
    const refused = (await Promise.allSettled(claims)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
  });

  it("a data directory is given to no database while its claim file is damaged", async () => {
    writeFileSync(join(dataDir, "database"), "");
    await expect(claimDataDirForDatabase(dataDir, api.db.system)).rejects.toThrow(
      "holds the files of another database",
    );
    expect(await isDataDirClaimedByDatabase(dataDir, api.db.system)).toBe(false);
    expect(await api.db.system.one(sql`select count(*) as rows from installation`)).toEqual({ rows: 1 });
  });
});
