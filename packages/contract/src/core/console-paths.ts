/** Paths of the console's pages below the public address of Leitstand, for the router and for links in mails. */
export const consolePaths = { board: "/", signIn: "/sign-in", setPassword: "/set-password" } as const;
