import { afterEach, describe, expect, it } from "vitest";
import { FileInspector } from "./inspection.service";

const endingProcessProgram = new URL("../../testing/uploads/ending-process.ts", import.meta.url);

describe("inspection of files", () => {
  const ends: string[] = [];
  const inspection = new FileInspector({
    file: { source: endingProcessProgram, bundled: endingProcessProgram },
    onEnd: ({ message }) => ends.push(message),
  });
  afterEach(() => {
    inspection.stop();
    ends.length = 0;
  });

  it("the inspection accepts a large file, alone and after others", async () => {
    const paths = ["large", "small", "large", "large"];
    const found = await Promise.all(paths.map((path) => inspection.inspect("tenant", path)));
    expect(found.map(({ path }) => path)).toEqual(paths);
    expect(ends).toEqual([]);
  });

  it("the inspection refuses a file that crashes its process, reports that in one line, and continues with other files", async () => {
    await inspection.inspect("tenant", "small");
    const refused = { code: "FILE_CONTENT_INVALID", faults: [{ reason: "TOO_COMPLEX" }] };
    await expect(inspection.inspect("tenant", "endless")).rejects.toMatchObject(refused);
    expect(ends).toEqual([expect.stringMatching(/^It ended with SIGABRT\.[^\n]*$/)]);
    expect(await inspection.inspect("tenant", "small")).toMatchObject({ path: "small" });
  });
});
