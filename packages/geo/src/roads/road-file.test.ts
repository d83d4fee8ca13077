import { beforeAll, describe, expect, it } from "vitest";
import { decodeRoadNetwork, RoadFileError, encodeRoadNetwork } from "./road-file";
import type { RoadNetwork } from "./road-network";
import { importLetterMap } from "./small-map-testkit";

describe("road network as bytes", () => {
  let network: RoadNetwork;
  let bytes: Uint8Array;
  beforeAll(async () => {
    network = await importLetterMap({
      drawing: "AB..C\n.D..E",
      ways: { AB: { name: "Städtle" }, BC: { oneway: "yes" }, CE: {}, ED: { name: "Äulestraße", ref: "16" }, DB: {} },
      restrictions: [{ kind: "no_u_turn", from: "AB", via: "B", to: "DB" }],
    });
    bytes = encodeRoadNetwork(network);
  });

  const refusalOf = (file: Uint8Array): unknown => {
    try {
      return decodeRoadNetwork(file);
    } catch (error) {
      return error instanceof RoadFileError ? error.reason : error;
    }
  };

  it("a stored road network is read as it was written, at any offset in memory", () => {
    const shifted = Buffer.alloc(bytes.length + 3).subarray(3);
    shifted.set(bytes);
    expect(decodeRoadNetwork(bytes)).toEqual(network);
    expect(decodeRoadNetwork(shifted)).toEqual(network);
  });

  it("the road file reader refuses a stored road network with any single bit flipped", () => {
    const accepted: number[] = [];
    for (let index = 0; index < bytes.length; index++) {
      const broken = bytes.slice();
      broken[index] = (broken[index] as number) ^ (1 << (index % 8));
      if (typeof refusalOf(broken) !== "string") accepted.push(index);
    }
    expect(accepted).toEqual([]);
  });

  it("the road file reader refuses a stored road network that is cut off anywhere or has bytes after its end", () => {
    const reasons = Array.from({ length: bytes.length - 1 }, (_, index) => refusalOf(bytes.slice(0, index + 1)));
    expect(new Set(reasons)).toEqual(new Set(["truncated"]));
    expect(refusalOf(new Uint8Array(0))).toBe("not_a_road_file");
    expect(refusalOf(Buffer.concat([bytes, bytes]))).toBe("damaged");
  });

  it.each([
    ["a picture", "not_a_road_file", () => Buffer.from("\x89PNG\r\n\x1a\n".padEnd(400, "0"), "latin1")],
    [
      "what a later release wrote",
      "other_version",
      () => {
        const later = Buffer.from(bytes.slice());
        later.writeUInt32LE(99, 8);
        return later;
      },
    ],
  ])("the road file reader refuses a stored road network: %s (%s)", (_, reason, file) => {
    expect(refusalOf(file())).toBe(reason);
  });
});
