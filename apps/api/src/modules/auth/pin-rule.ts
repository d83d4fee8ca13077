export type PinFault = "COMMON" | "REPEATED" | "SEQUENCE" | "DATE" | "CONTEXT";

/** PINs that are keypad patterns or favourites and that no other rule finds. */
const COMMON_PINS = new Set(
  "112233 223344 334455 445566 556677 667788 778899 332211 665544 998877 147258 258369 369258 147852 159753 753159 789456 456789 741852 852963 963852 789123 321654 131313 142536 246810 135791 192837 102030 112358 314159 271828 696969 007007".split(
    " ",
  ),
);

/**
 * Reason why a six-digit PIN is easy to guess; undefined when it is not. `context`: digits that others know about the
 * person.
 */
export function findPinFault(pin: string, context: readonly string[] = []): PinFault | undefined {
  if (/^(\d)\1{5}$|^(\d\d)\2\2$|^(\d{3})\3$|^(\d)\4\4(\d)\5\5$/.test(pin)) return "REPEATED";
  if (isDigitSequence(pin)) return "SEQUENCE";
  if (COMMON_PINS.has(pin)) return "COMMON";
  const known = context.map((text) => text.replaceAll(/\D/g, "")).filter((digits) => digits.length >= 4);
  if (known.some((digits) => pin.includes(digits) || digits.endsWith(pin))) return "CONTEXT";
  if (isBirthday(pin)) return "DATE";
  return undefined;
}

/** Whether each digit is the next one, wrapping around zero: 345678, 890123, 654321. */
function isDigitSequence(pin: string): boolean {
  const steps = Array.from(pin)
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

/** Whether a PIN is a birthday: day, month, year or year, month, day. */
const isBirthday = (pin: string) => {
  const [first, middle, last] = [Number(pin.slice(0, 2)), Number(pin.slice(2, 4)), Number(pin.slice(4, 6))] as const;
  return isDayOfMonth(first, middle) || isDayOfMonth(last, middle);
};
const isDayOfMonth = (day: number, month: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= (DAYS_IN_MONTHS[month - 1] as number);
const DAYS_IN_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
