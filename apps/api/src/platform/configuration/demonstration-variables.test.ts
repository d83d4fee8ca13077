import { describe, expect, it } from "vitest";
import { readConfig } from "./config";

describe("password and PIN of the people of a demonstration", () => {
  it("the demonstration's password and PIN are read from the environment when they are set", () => {
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
    "a demonstration password or PIN that could be guessed or cannot be typed is refused without showing its value: %s=%j",
    (name, value) => {
      const refused = () => readConfig({ [name]: value });
      expect(refused).toThrow(`${name} is (${value.length} characters, not shown), but must be `);
      expect(refused).not.toThrow(value);
    },
  );
});
