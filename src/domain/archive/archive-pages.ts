/**
 * The number of items per page. Pages are numbered from the oldest, so that a new article changes only the landing
 * page, which shows the last full page and all newer items.
 */
export const archivePageSize = 20

export type ArchivePage<Item> = {
  /** 1 is the oldest page; null is the landing page. */
  readonly number: number | null
  readonly items: readonly Item[]
  /** A page number; null for the landing page; undefined on the landing page itself. */
  readonly newer: number | null | undefined
  readonly older: number | undefined
}

export function paginateFromOldest<Item>(
  newestFirst: readonly Item[],
  size: number = archivePageSize,
): ArchivePage<Item>[] {
  const total = newestFirst.length
  const numberedPageCount = Math.max(0, Math.floor(total / size) - 1)
  const pages: ArchivePage<Item>[] = [
    {
      number: null,
      items: newestFirst.slice(0, total - numberedPageCount * size),
      newer: undefined,
      older: numberedPageCount > 0 ? numberedPageCount : undefined,
    },
  ]
  for (let number = numberedPageCount; number >= 1; number--) {
    pages.push({
      number,
      items: newestFirst.slice(total - number * size, total - (number - 1) * size),
      newer: number === numberedPageCount ? null : number + 1,
      older: number > 1 ? number - 1 : undefined,
    })
  }
  return pages
}

export function formatArchiveTitle(title: string, number: number | null): string {
  return number === null ? title : `${title}, page ${number}`
}
