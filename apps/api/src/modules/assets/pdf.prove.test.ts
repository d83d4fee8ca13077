import { describe, expect, it } from "vitest";
import { findPdfFault } from "./pdf.service";

const CPU_SECONDS_MAX = 5;

describe("a PDF", () => {
  // Each of these files took seconds or minutes when a step was repeated for every byte.
  it.each([
    ["escaped letters", "#41"],
    ["slashes", "/"],
    ["escaped slashes", "/#2F"],
    ["objects without an end", "1 0 obj<<"],
    ["brackets without an end", "1 0 obj<<("],
    ["lists without an end", "1 0 obj<</A["],
    ["streams with one end", "1 0 obj<<>>stream\n"],
    ["object streams with one end", `1 0 obj<</Type/ObjStm/N 1/First 4/Filter/Fl>>stream\n`],
    ["comments without an end", "obj%"],
    ["scripts", "/JS "],
    ["types", "/ObjStm "],
  ])("a PDF of 25 MB of %s is inspected within the time limit", (_what, unit) => {
    const text = `%PDF-1.7\n${unit.repeat(Math.floor(25_000_000 / unit.length))}endstream\nstartxref\n9\n%%EOF\n`;
    const pdf = Buffer.from(text, "latin1");
    const before = process.cpuUsage();
    findPdfFault(pdf);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(CPU_SECONDS_MAX);
  });
});
