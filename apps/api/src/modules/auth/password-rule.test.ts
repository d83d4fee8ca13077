import { describe, expect, it } from "vitest";
import { commonPasswords } from "./common-passwords.service";
import { findPasswordFault, normalizePassword } from "./password-rule";

const passwordContext = ["anna.gruber", "Anna", "Gruber", "Bestattung Huber", "bestattung", "Leitstand"];
const passwordFaultOf = (password: string) =>
  findPasswordFault(normalizePassword(password), { common: commonPasswords, context: passwordContext });

describe("password rule", () => {
  it("the password rule knows at least three thousand common passwords", () =>
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3000));

  it.each([
    "sieben Störche über Linz",
    "violet goose kettle harbour",
    "Tx9$kLm2!qWvB7z",
    "8!3$9%2&5#7(1)4=",
    "дом стоит на высокой горе",
    "雨が降る日は傘を持って出かけます",
    "z".repeat(3) + " quer durch den Wienerwald",
    "Anna reitet morgens nach Gmunden",
    "a1b2 c3d4 nilpferd geige turm",
    "ein sehr langer satz ".repeat(6).trim(),
  ])("the password rule accepts %j", (password) => expect(passwordFaultOf(password)).toBeUndefined());

  it.each([
    ["", "TOO_SHORT"],
    ["Tx9$kLm2!qWvB7", "TOO_SHORT"],
    ["🐎".repeat(14), "TOO_SHORT"],
    ["ein sehr langer satz ".repeat(7), "TOO_LONG"],
    ["passwordpassword", "COMMON"],
    ["Password12345678", "COMMON"],
    ["P@ssw0rdP@ssw0rd", "COMMON"],
    ["aaaaaaaaaaaaaaaa", "COMMON"],
    ["abcabcabcabcabcabc", "COMMON"],
    ["qwertzuiopasdfghjkl", "COMMON"],
    ["abcdefghijklmnop", "COMMON"],
    ["123456789012345", "COMMON"],
    ["hallo123hallo123", "COMMON"],
    ["sommer2026winter2026", "COMMON"],
    ["correct horse battery staple", "COMMON"],
    ["AnnaGruber2026!!", "CONTEXT"],
    ["bestattung-huber-1", "CONTEXT"],
    ["Leitstand Gruber 7", "CONTEXT"],
  ])("the password rule refuses %j for the reason %s", (password, fault) =>
    expect(passwordFaultOf(password)).toBe(fault),
  );

  it("normalising keeps two passwords apart that differ only in their 73rd byte", () => {
    const [one, other] = ["x", "y"].map((last) => normalizePassword(`${"Störche ".repeat(8)}${last}`));
    expect(one).not.toBe(other);
  });
});
