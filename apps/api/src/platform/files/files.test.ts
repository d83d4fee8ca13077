import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DiskFileStore } from "./files";

describe("files of the installation", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "leitstand-files-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const store = (path: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), "");
  };
  const list = async (time: string, folder = root) => {
    const paths: string[] = [];
    for await (const path of new DiskFileStore(folder).listOlderThan(new Date(time))) paths.push(path);
    return paths.toSorted();
  };

  it("files of all tenants that were written before a time are listed", async () => {
    for (const path of ["first/1.jpg", "second/2.jpg", "drafts/3.part"]) store(path);
    expect(await list("9999-01-01")).toEqual(["drafts/3.part", "first/1.jpg", "second/2.jpg"]);
    expect(await list("2000-01-01")).toEqual([]);
  });

  it("an installation that has stored nothing has no files to list", async () => {
    expect(await list("9999-01-01", join(root, "nothing"))).toEqual([]);
  });

  it("the first file is given away before the folder of another tenant is read", async () => {
    for (const path of ["first/1.jpg", "second/2.jpg"]) store(path);
    const listed: string[] = [];
    for await (const path of new DiskFileStore(root).listOlderThan(new Date("9999-01-01"))) {
      // A file that comes into the folder after the first one was given away is only seen if that folder is read later.
      if (listed.push(path) === 1) store(path === "first/1.jpg" ? "second/3.jpg" : "first/3.jpg");
    }
    expect(listed).toHaveLength(3);
  });
});
