import { describe, expect, it } from "vitest";
import { ScrollPositions } from "./scroll-positions";

describe("how far down pages were read", () => {
  it("the documentation stores a limited number of scroll positions, and drops those of the pages left longest ago", () => {
    const places = new ScrollPositions(2);
    places.keep("a", 100);
    places.keep("b", 200);
    places.keep("a", 150);
    places.keep("c", 300);
    expect(["a", "b", "c"].map((key) => places.of(key))).toEqual([150, undefined, 300]);
  });
});
