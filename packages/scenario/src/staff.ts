import type { SeededChance } from "./chance";
import { type ScenarioCompany, DISPATCHERS_PER_COMPANY, DRIVERS_PER_COMPANY } from "./companies";
import { drawRandomEmployee } from "./people";

/**
 * Password that tests, samples and simulations set for all users of the companies; an installation makes its own at its
 * first start.
 */
export const DEMONSTRATION_PASSWORD = "Leitstand zum Ausprobieren";
/** PIN of every driver of the companies in tests. */
export const DEMONSTRATION_PIN = "274815";

/** Post of an employee; a branch dispatcher sees some of the branches, a dispatcher all of them. */
export type EmployeePost = "administrator" | "dispatcher" | "branch dispatcher" | "reader" | "driver" | "integration";

export interface Employee {
  readonly post: EmployeePost;
  readonly email: string;
  readonly phone_number: string | null;
  readonly firstname: string;
  readonly lastname: string;
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Names that the people of a company sign in with: mail addresses, and the telephone numbers of drivers. */
export const signInNamesOfCompany = ({ domain, type }: ScenarioCompany) => ({
  administrator: `admin@${domain}`,
  dispatchers: numbersUpTo(DISPATCHERS_PER_COMPANY).map((number) => `dispo${number}@${domain}`),
  reader: `lesen@${domain}`,
  drivers: numbersUpTo(DRIVERS_PER_COMPANY).map((number) => ({
    email: `fahrer${String(number).padStart(2, "0")}@${domain}`,
    phone_number: `+4366455${type === "FUNERAL" ? "51" : "52"}${String(number).padStart(3, "0")}`,
  })),
});

/** Staff of the office: an administrator, the dispatchers, and a reader who changes nothing. */
export function planOfficeStaff(company: ScenarioCompany, chance: SeededChance): readonly Employee[] {
  const accounts = signInNamesOfCompany(company);
  const employee = (email: string, post: EmployeePost): Employee => ({
    post,
    email,
    phone_number: null,
    ...drawRandomEmployee(chance),
  });
  const dispatchers = accounts.dispatchers.map((email, index) =>
    employee(email, index < 2 ? "dispatcher" : "branch dispatcher"),
  );
  return [employee(accounts.administrator, "administrator"), ...dispatchers, employee(accounts.reader, "reader")];
}

export const planDrivers = (
  company: ScenarioCompany,
  chance: SeededChance,
): readonly (Employee & { phone_number: string })[] =>
  signInNamesOfCompany(company).drivers.map((account) => ({
    post: "driver",
    ...account,
    ...drawRandomEmployee(chance),
  }));
