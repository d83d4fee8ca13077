import { describe, expect, it } from "vitest";
import { composeSetPasswordMail } from "./sign-in-message";

describe("mails with a link to set a password", () => {
  it.each([
    ["de", true, "Die Anmeldung fragt nach dem Unternehmen: Ihres heißt dort „abendfrieden“."],
    ["de", false, "Die Anmeldung fragt nach dem Unternehmen: Ihres heißt dort „abendfrieden“."],
    ["en", true, "The sign-in asks for the company: yours is called “abendfrieden” there."],
    ["en", false, "The sign-in asks for the company: yours is called “abendfrieden” there."],
  ] as const)(
    "the mail names the short name that the sign-in asks for, in %s, for someone new: %s",
    (language, first, sentence) => {
      const tenant = { name: "Bestattung Abendfrieden", short_code: "abendfrieden" };
      const mail = composeSetPasswordMail(language, {
        link: "https://console.example.com",
        tenant,
        name: "Eva",
        first,
      });
      expect(mail.body.split("\n")).toContain(sentence);
    },
  );
});
