export const binaries: string | undefined;
export const account: { readonly uid: number; readonly gid: number } | undefined;
