/** Whether PostgreSQL can store a text: without NUL, and without halves of surrogate pairs. */
export const isStorableText = (text: string) =>
  !text.includes("\u0000") && (text as string & { isWellFormed(): boolean }).isWellFormed();
