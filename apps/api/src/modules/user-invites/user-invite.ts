interface InviteMail {
  readonly name: string;
  readonly branch_group: string;
  /** Short name by which the sign-in knows the company, and the address of that page with the company chosen. */
  readonly short_code: string;
  readonly link: string;
}

/** Mail about an invite, in the language of the person or else of the tenant. */
export function composeInviteMail(language: string, { name, branch_group, short_code, link }: InviteMail) {
  return language === "en"
    ? {
        subject: `Invitation to ${branch_group}`,
        body: `Hello ${name},\n\nyou are invited to work for ${branch_group}. Sign in (company: ${short_code}) and answer the invitation:\n\n${link}\n`,
      }
    : {
        subject: `Einladung zu ${branch_group}`,
        body: `Hallo ${name},\n\nSie sind eingeladen, für ${branch_group} zu arbeiten. Melden Sie sich an (Unternehmen: ${short_code}) und beantworten Sie die Einladung:\n\n${link}\n`,
      };
}
