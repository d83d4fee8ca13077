import { describe, expect, it } from "vitest";
import { lowercaseCommand, lowercaseIds } from "./lowercase-ids";

describe("ids that come in capitals", () => {
  it("ids in capitals are compared in lower case, wherever a command has one", () => {
    const command = {
      action: "FORWARD" as const,
      tour_id: "AB",
      action_id: "CD",
      reason: "Näher am ORT",
      payload: {
        to_tour_id: "EF",
        to_branch_id: "GH",
        from_tour_id: "IJ",
        todos: ["KL"],
        photo_ids: ["MN", "mn"],
        received_by: "Frau MUSTER",
      },
    };
    expect(lowercaseCommand(command)).toEqual({
      action: "FORWARD",
      tour_id: "ab",
      action_id: "cd",
      reason: "Näher am ORT",
      payload: {
        to_tour_id: "ef",
        to_branch_id: "gh",
        from_tour_id: "ij",
        todos: ["kl"],
        photo_ids: ["mn"],
        received_by: "Frau MUSTER",
      },
    });
  });

  it("ids that are absent from a command stay absent", () => {
    expect(lowercaseCommand({ action: "DELIVER" })).toEqual({ action: "DELIVER" });
    expect(lowercaseIds({ lock_version: 1, id: "AB" }, ["id"])).toEqual({ lock_version: 1, id: "ab" });
  });
});
