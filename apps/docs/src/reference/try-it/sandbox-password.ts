let typed = "";

/** Typed password of the demonstration's people: in memory alone, for as long as the page is open. */
export const sandboxPassword = () => typed;
export function setSandboxPassword(password: string) {
  typed = password;
}
