import { defineConfigVariable } from "./config-variable";

/** The password and the PIN of the demonstration's invented people. */
export const demonstrationVariables = {
  demonstrationPassword: defineConfigVariable({
    name: "DEMONSTRATION_PASSWORD",
    fallback: "generated, kept in DATA_DIR and printed at the start",
    expected: "12 to 128 characters without quotation marks and backslashes",
    meaning: "Password of all users of the demonstration; takes the place of an earlier one at the next start",
    isSecret: true,
    parse: (text) => (/^[^\p{C}"'\\]{12,128}$/u.test(text) ? text : undefined),
  }),
  demonstrationPin: defineConfigVariable({
    name: "DEMONSTRATION_PIN",
    fallback: "generated, kept in DATA_DIR and printed at the start",
    expected: "six digits that neither repeat one digit nor follow one another",
    meaning: "PIN of all drivers in the demonstration; takes the place of an earlier one at the next start",
    isSecret: true,
    parse: (text) => (/^\d{6}$/.test(text) && !isGuessablePin(text) ? text : undefined),
  }),
};

const isGuessablePin = (pin: string) => /^(\d)\1*$/.test(pin) || "01234567890 09876543210".includes(pin);
