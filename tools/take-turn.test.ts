import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { takeTurn } from "./take-turn.mjs";

const aName = () => `turn-of-a-test-${crypto.randomUUID()}`;

describe("turns of builds", () => {
  it("lets the second build begin when the first has ended, and not before", async () => {
    const name = aName();
    const seen: string[] = [];
    const end = await takeTurn(name);
    const second = takeTurn(name).then((release) => {
      seen.push("the second began");
      release();
    });
    // A turn of another name has come and gone by now: the second of this name would have as well.
    await takeTurn(aName()).then((release) => release());
    seen.push("the first ended");
    end();
    await second;
    expect(seen).toEqual(["the first ended", "the second began"]);
  });

  it("does not wait for a turn of another name", async () => {
    const ends = [await takeTurn(aName()), await takeTurn(aName())];
    expect(ends).toHaveLength(2);
    for (const end of ends) end();
  });

  it("takes over a turn whose process ended in the middle", async () => {
    const name = aName();
    const module = new URL("take-turn.mjs", import.meta.url).href;
    const script = `const { takeTurn } = await import(${JSON.stringify(module)}); await takeTurn(${JSON.stringify(name)});`;
    expect(spawnSync(process.execPath, ["--input-type=module", "-e", script]).status).toBe(0);
    const end = await takeTurn(name);
    end();
  });
});
