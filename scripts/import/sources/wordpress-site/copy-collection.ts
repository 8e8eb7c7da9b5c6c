/**
 * Copies one collection of a site. Each response begins with the last item of the previous one; if it doesn't, an item
 * was deleted, and items that haven't been copied may have moved to a page that has. The report says so.
 */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import type { SiteApi } from './site-api.ts'
import { type CollectionName, collections } from './site-collections.ts'
import { type CollectionProgress, readCopiedPage, writeCopiedPage } from './site-copy.ts'

type CollectionRequest = {
  readonly name: CollectionName
  readonly folder: string
  readonly root: string
  readonly api: Pick<SiteApi, 'readPage'>
  /** Called for each page of items once it is stored. */
  readonly onPage: (progress: CollectionProgress, totalPages: number | null) => void
}

/** Collections without which there is nothing to import; the site may hide the others. */
const requiredCollections: ReadonlySet<CollectionName> = new Set(['posts'])
/** Statuses that mean a refusal. Any other failure may have ended by the next run, which continues the copy. */
const refusalStatuses: ReadonlySet<number | null> = new Set([401, 403, 404])

/** Continues from `start` to the end of the collection. */
export async function copyCollection(
  request: CollectionRequest,
  start: CollectionProgress,
): Promise<Result<CollectionProgress, ImportFailure>> {
  const { name, folder, onPage } = request
  const failWith = (reason: string) => fail({ reason: `${name}: ${reason}` })
  const copied = await readCopiedIds(folder, name, start)
  if (!copied.ok) return copied
  const { knownIds } = copied.value
  let { lastIds } = copied.value
  let progress = start
  for (;;) {
    const { pages } = progress
    const answer = await readPage(request, pages)
    if (!answer.ok) {
      const { reason, status } = answer.failure
      const isRefusal = pages === 0 && refusalStatuses.has(status) && !requiredCollections.has(name)
      if (!isRefusal) return failWith(reason)
      return succeed({ ...progress, isComplete: true, refusal: reason })
    }
    const { items, total } = answer.value
    if (pages > 0 && items.length > 0 && readId(items[0]) !== lastIds.at(-1))
      progress = { ...progress, gap: 'the site changed while it was being copied' }
    const newItems = items.filter((item) => !knownIds.has(readId(item)))
    lastIds = newItems.map(readId)
    for (const id of lastIds) if (id !== undefined) knownIds.add(id)
    if (newItems.length === 0) {
      const isRepetition = items.length > 1
      const gap = isRepetition ? 'the site keeps returning the same items' : progress.gap
      return succeed({ ...progress, total, isComplete: true, gap })
    }
    const totalPages = total === null ? null : countPages(name, total)
    writeCopiedPage(folder, name, pages + 1, newItems)
    progress = {
      ...progress,
      pages: pages + 1,
      items: progress.items + newItems.length,
      total,
      isComplete: totalPages !== null && pages + 1 >= totalPages,
    }
    onPage(progress, totalPages)
    if (progress.isComplete) return succeed(progress)
  }
}

/** Reads one page of items. `pages` is the number of pages before it. */
function readPage({ api, root, name }: CollectionRequest, pages: number) {
  const { perPage, fields } = collections[name]
  return api.readPage(root, { collection: name, offset: pages * (perPage - 1), perPage, fields })
}

const countPages = (name: CollectionName, total: number) =>
  Math.max(1, Math.ceil((total - 1) / (collections[name].perPage - 1)))

/** Returns undefined for anything but an item. */
const readId = (item: unknown) => (item as { id?: unknown } | null | undefined)?.id

async function readCopiedIds(folder: string, name: CollectionName, { pages }: CollectionProgress) {
  const knownIds = new Set<unknown>()
  let lastIds: readonly unknown[] = []
  for (let page = 1; page <= pages; page++) {
    const items = await readCopiedPage(folder, name, page)
    if (!items.ok) return items
    lastIds = items.value.map(readId)
    for (const id of lastIds) knownIds.add(id)
  }
  return succeed({ knownIds, lastIds })
}
