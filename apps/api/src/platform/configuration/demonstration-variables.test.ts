import { describe, expect, it } from "vitest";
import { readConfig } from "./config";

describe("password and PIN of the people of a demonstration", () => {
  it("reads the demonstration's password and PIN when they are set, and else leaves them to the installation", () => {
    expect(readConfig({ DEMONSTRATION_PASSWORD: "drei Dohlen über Lienz", DEMONSTRATION_PIN: "274815" })).toMatchObject(
      {
        demonstrationPassword: "drei Dohlen über Lienz",
        demonstrationPin: "274815",
      },
    );
    expect(readConfig({})).toMatchObject({ demonstrationPassword: undefined, demonstrationPin: undefined });
  });

  it.each([
    ["DEMONSTRATION_PASSWORD", "eleven char"],
    ["DEMONSTRATION_PASSWORD", "a password on\ntwo lines"],
    ["DEMONSTRATION_PASSWORD", "k".repeat(129)],
    ["DEMONSTRATION_PIN", "27481"],
    ["DEMONSTRATION_PIN", "2748155"],
    ["DEMONSTRATION_PIN", "111111"],
    ["DEMONSTRATION_PIN", "345678"],
    ["DEMONSTRATION_PIN", "987654"],
  ])(
    "refuses a demonstration password or PIN that could be guessed or cannot be typed, and shows its name alone: %s=%j",
    (name, value) => {
      const refused = () => readConfig({ [name]: value });
      expect(refused).toThrow(`${name} is (${value.length} characters, not shown), but must be `);
      expect(refused).not.toThrow(value);
    },
  );
});
