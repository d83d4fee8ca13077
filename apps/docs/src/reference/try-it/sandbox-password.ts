let typed = "";

/** The password of the demonstration's people as it was typed: in memory alone, for as long as the page is open. */
export const sandboxPassword = () => typed;
export function setSandboxPassword(password: string) {
  typed = password;
}
