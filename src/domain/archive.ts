/**
 * Archives are numbered from the oldest page, so that a new article changes the landing page and
 * leaves every other page as it is. The landing page shows the newest items that do not fill a page
 * yet, together with the last full page.
 */
export const archivePageSize = 20

export type ArchivePage<Item> = {
  /** 1 is the oldest page; null is the landing page. */
  readonly number: number | null
  readonly items: readonly Item[]
  /** The neighbour with newer items: a number, null for the landing page, undefined for none. */
  readonly newer: number | null | undefined
  /** The neighbour with older items. */
  readonly older: number | undefined
}

/** Cuts items, given newest first, into the landing page and the numbered pages behind it. */
export function paginateFromOldest<Item>(
  newestFirst: readonly Item[],
  size: number = archivePageSize,
): ArchivePage<Item>[] {
  const total = newestFirst.length
  // The last full page is shown by the landing page alone, so one fewer stands behind it.
  const numbered = Math.max(0, Math.floor(total / size) - 1)
  const pages: ArchivePage<Item>[] = [
    {
      number: null,
      items: newestFirst.slice(0, total - numbered * size),
      newer: undefined,
      older: numbered > 0 ? numbered : undefined,
    },
  ]
  for (let number = numbered; number >= 1; number--) {
    pages.push({
      number,
      items: newestFirst.slice(total - number * size, total - (number - 1) * size),
      newer: number === numbered ? null : number + 1,
      older: number > 1 ? number - 1 : undefined,
    })
  }
  return pages
}
