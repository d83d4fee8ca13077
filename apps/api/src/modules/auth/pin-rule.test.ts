import { describe, expect, it } from "vitest";
import { findPinFault } from "./pin-rule";

describe("PIN rule", () => {
  it.each(["274916", "839274", "604817", "958173"])("the PIN rule accepts %s", (pin) =>
    expect(findPinFault(pin, ["+436641234567"])).toBeUndefined(),
  );
  it.each([
    ["000000", "REPEATED"],
    ["474747", "REPEATED"],
    ["583583", "REPEATED"],
    ["777444", "REPEATED"],
    ["345678", "SEQUENCE"],
    ["890123", "SEQUENCE"],
    ["432109", "SEQUENCE"],
    ["147258", "COMMON"],
    ["310588", "DATE"],
    ["880531", "DATE"],
    ["234567", "SEQUENCE"],
    ["764523", "CONTEXT"],
  ])("the PIN rule refuses %s for the reason %s", (pin, fault) =>
    expect(findPinFault(pin, ["+436641764523", "huber_7645"])).toBe(fault),
  );
});
