import { describe, expect, it } from "vitest";
import { readConfig } from "./config";

describe("what the people of the demonstration sign in with", () => {
  it("may be set, and is otherwise left to the installation", () => {
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
  ])("is refused by its name alone when it would be guessed or cannot be typed: %s=%j", (name, value) => {
    const refused = () => readConfig({ [name]: value });
    expect(refused).toThrow(`${name} is (${value.length} characters, not shown), but must be `);
    expect(refused).not.toThrow(value);
  });
});
