import { describe, expect, it } from "vitest";
import { fits, type TodoFacts } from "./todo-template";

const aTransport: TodoFacts = { data_type: "FUNERAL", cargo_type: "PERSON", transport_type: "Transportauftrag" };
const aBreakdown: TodoFacts = { data_type: "ROADSIDE", service_key: "towing" };

describe("a todo template", () => {
  it.each<[string, Parameters<typeof fits>[0], TodoFacts, boolean]>([
    ["always, without conditions", {}, aTransport, true],
    ["by kind of case", { data_type: "FUNERAL" }, aTransport, true],
    ["not on the other kind of case", { data_type: "FUNERAL" }, aBreakdown, false],
    ["by one of several transport types", { transport_types: ["Sonstiges", "Transportauftrag"] }, aTransport, true],
    ["not without a transport type", { transport_types: ["Sonstiges"] }, aBreakdown, false],
    ["by service", { service_keys: ["towing"] }, aBreakdown, true],
    ["not by another service", { service_keys: ["jump_start"] }, aBreakdown, false],
    ["only when infectious", { infectious: true }, { ...aTransport, infectious: true }, true],
    ["not when infection is unknown", { infectious: true }, aTransport, false],
    ["only when not infectious", { infectious: false }, aTransport, true],
    ["only when every condition holds", { data_type: "FUNERAL", cargo_type: "ITEM" }, aTransport, false],
    ["by police", { police: true }, { ...aTransport, police: true }, true],
  ])("a todo template applies %s", (_title, ...[conditions, facts, expected]) => {
    expect(fits(conditions, facts)).toBe(expected);
  });
});
