/** Messages to people who sign in, in the two languages of the product. */
type Language = "de" | "en";
export const chooseSignInLanguage = (...requests: readonly (string | null)[]): Language =>
  requests.find((request): request is string => request !== null)?.startsWith("en") ? "en" : "de";

export function composeSignInCodeMessage(
  language: Language,
  { code, tenant }: { code: string; tenant: string },
): string {
  return language === "en"
    ? `${code} is your sign-in code for ${tenant}. It is good for 5 minutes. Never tell it to anyone.`
    : `${code} ist Ihr Anmeldecode für ${tenant}. Er gilt 5 Minuten. Geben Sie ihn niemandem weiter.`;
}

export interface MailText {
  readonly subject: string;
  readonly body: string;
}

/** Mail with the link to set a password; `first` is true for a person who has none yet. */
export function composeSetPasswordMail(
  language: Language,
  mail: { link: string; tenant: { name: string; short_code: string }; name: string; first: boolean },
): MailText {
  const { link, name, first } = mail;
  const { name: tenant, short_code } = mail.tenant;
  if (language === "en") {
    const greeting = name === "" ? "Hello" : `Hello ${name}`;
    const reason = first
      ? `you have been given access to ${tenant}. Please choose your password:`
      : `a new password for ${tenant} was asked for. Choose it here:`;
    return {
      subject: first ? `Your access to ${tenant}` : `New password for ${tenant}`,
      body: `${greeting},\n\n${reason}\n\n${link}\n\nThe sign-in asks for the company: yours is called “${short_code}” there.\nThe link is good for 30 minutes, once. A new one can be asked for on the sign-in page.\nIf this was not you, ignore this mail; nothing has changed.\n`,
    };
  }
  const greeting = name === "" ? "Guten Tag" : `Guten Tag ${name}`;
  const reason = first
    ? `für Sie wurde ein Zugang zu ${tenant} angelegt. Bitte wählen Sie Ihr Passwort:`
    : `für Ihren Zugang zu ${tenant} wurde ein neues Passwort angefordert. Wählen Sie es hier:`;
  return {
    subject: first ? `Ihr Zugang zu ${tenant}` : `Neues Passwort für ${tenant}`,
    body: `${greeting},\n\n${reason}\n\n${link}\n\nDie Anmeldung fragt nach dem Unternehmen: Ihres heißt dort „${short_code}“.\nDer Link gilt 30 Minuten und nur einmal. Auf der Anmeldeseite lässt sich ein neuer anfordern.\nWaren Sie das nicht, brauchen Sie nichts zu tun; es hat sich nichts geändert.\n`,
  };
}
