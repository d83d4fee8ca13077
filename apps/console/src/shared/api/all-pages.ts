interface ListPage<T> {
  readonly rows: readonly T[];
  readonly meta: { readonly total_pages: number };
}

/**
 * Reads all pages of a list. A row that moves to the next page between two answers is in both; it is returned once, as
 * it was answered last: a select refuses to show the same option twice.
 */
export async function readAllPages<T extends { readonly id: string }>(
  readPage: (page: number) => Promise<ListPage<T>>,
): Promise<T[]> {
  const rows = new Map<string, T>();
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await readPage(page);
    for (const row of answer.rows) rows.set(row.id, row);
    pages = answer.meta.total_pages;
  }
  return [...rows.values()];
}
