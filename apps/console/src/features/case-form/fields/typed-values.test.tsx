import { describe, expect, it } from "vitest";
import type { FormField } from "./field.ts";
import { normaliseTypedText, parseTypedValue } from "./typed-values.ts";

const numberField = (path: string) => ({ path, kind: "number" }) as FormField;
const costField = numberField("rsa_data.cost_limit");

describe("numbers that are typed into the form of a case", () => {
  it.each([
    ["71,5 kg", 71.5],
    ["71.5", 71.5],
    ["1.500", 1500],
    ["1,500", 1500],
    ["1 500 €", 1500],
    ["120.000 km", 120_000],
    ["1.234.567,89", 1_234_567.89],
    ["1,234.5", 1234.5],
    ["0.500", 0.5],
    ["0,125", 0.125],
    ["1.50", 1.5],
    ["1.500.00", "1.500.00"],
    ["about 5", "about 5"],
  ])("%s is read as %s", (text, value) => expect(parseTypedValue(costField, text)).toBe(value));

  it("a coordinate is read with a decimal point, however many digits follow", () => {
    expect(parseTypedValue(numberField("rsa_data.source_address.lat"), "47.070")).toBe(47.07);
    expect(parseTypedValue(numberField("rsa_data.source_address.lon"), "15.440")).toBe(15.44);
  });

  it("a field shows the number that was read once it has lost the focus", () => {
    expect(normaliseTypedText(costField, "1.500 €", "de")).toBe("1500");
    expect(normaliseTypedText(costField, "1,234.5", "de")).toBe("1234,5");
    expect(normaliseTypedText(costField, "1.234,5", "en")).toBe("1234.5");
    expect(normaliseTypedText(costField, "about 5", "de")).toBe("about 5");
  });
});
