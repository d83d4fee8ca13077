export const postgresBinaries: string | undefined;
export const postgresAccount: { readonly uid: number; readonly gid: number } | undefined;
