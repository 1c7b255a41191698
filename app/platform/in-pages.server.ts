/** Rows of any number, read a page at a time, so that no process is busy with all of them at once. */
export type Pages = AsyncGenerator<unknown[], void, void>;

/**
 * Reads a query in pages.
 * @param read the rows from `offset`, at most `limit`, in a total order
 * @param limit rows per page
 */
export async function* inPages(
  read: (limit: number, offset: number) => PromiseLike<unknown[]>,
  limit = 1_000,
): Pages {
  for (let offset = 0; ; offset += limit) {
    const rows = await read(limit, offset);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
  }
}
