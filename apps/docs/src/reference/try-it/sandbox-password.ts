let typedPassword = "";

/** Typed password of the demonstration's people: in memory alone, for as long as the page is open. */
export const getTypedSandboxPassword = () => typedPassword;
export function setSandboxPassword(password: string) {
  typedPassword = password;
}
