import { describe, expect, it } from "vitest";
import { matchesTodoConditions, type TodoRelevantCaseFacts } from "./todo-template";

const transportFacts: TodoRelevantCaseFacts = {
  data_type: "FUNERAL",
  cargo_type: "PERSON",
  transport_type: "Transportauftrag",
};
const breakdownFacts: TodoRelevantCaseFacts = { data_type: "ROADSIDE", service_key: "towing" };

describe("a todo template", () => {
  it.each<[string, Parameters<typeof matchesTodoConditions>[0], TodoRelevantCaseFacts, boolean]>([
    ["always, without conditions", {}, transportFacts, true],
    ["by kind of case", { data_type: "FUNERAL" }, transportFacts, true],
    ["not on the other kind of case", { data_type: "FUNERAL" }, breakdownFacts, false],
    ["by one of several transport types", { transport_types: ["Sonstiges", "Transportauftrag"] }, transportFacts, true],
    ["not without a transport type", { transport_types: ["Sonstiges"] }, breakdownFacts, false],
    ["by service", { service_keys: ["towing"] }, breakdownFacts, true],
    ["not by another service", { service_keys: ["jump_start"] }, breakdownFacts, false],
    ["only when infectious", { infectious: true }, { ...transportFacts, infectious: true }, true],
    ["not when infection is unknown", { infectious: true }, transportFacts, false],
    ["only when not infectious", { infectious: false }, transportFacts, true],
    ["only when every condition holds", { data_type: "FUNERAL", cargo_type: "ITEM" }, transportFacts, false],
    ["by police", { police: true }, { ...transportFacts, police: true }, true],
  ])("a todo template applies %s", (_title, ...[conditions, facts, expected]) => {
    expect(matchesTodoConditions(conditions, facts)).toBe(expected);
  });
});
