/** Mail about an invite, in the language of the person or else of the tenant. */
export function composeInviteMail(language: string, { name, branch_group }: { name: string; branch_group: string }) {
  return language === "en"
    ? {
        subject: `Invitation to ${branch_group}`,
        body: `Hello ${name},\n\nyou are invited to work for ${branch_group}. Sign in and answer the invitation.\n`,
      }
    : {
        subject: `Einladung zu ${branch_group}`,
        body: `Hallo ${name},\n\nSie sind eingeladen, für ${branch_group} zu arbeiten. Melden Sie sich an und beantworten Sie die Einladung.\n`,
      };
}
