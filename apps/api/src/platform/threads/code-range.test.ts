import { describe, expect, it } from "vitest";
import { parseCodeRangeBytes } from "./code-range";

const programMapping = "0074a000-03044000 r-xp 0034a000 fe:00 2154528   /usr/bin/node\n";
const heapMapping =
  "7f62fe10a000-7f62fe90a000 rw-p 00000000 00:00 0\n7f62e0000000-7f62e8000000 ---p 00000000 00:00 0\n";

describe("memory that Node sets aside for compiled code", () => {
  it("the memory for compiled code is the largest writable and executable area that Node 24 maps", () => {
    const areas = "7f62c0000000-7f62e0000000 rwxp 00000000 00:00 0\n7f6240000000-7f6250000000 rwxp 00000000 00:00 0\n";
    expect(parseCodeRangeBytes(programMapping + areas + heapMapping)).toBe(512 * 1_048_576);
  });

  it("the memory for compiled code is zero where Node maps no writable and executable area", () => {
    expect(parseCodeRangeBytes(programMapping + heapMapping)).toBe(0);
  });
});
