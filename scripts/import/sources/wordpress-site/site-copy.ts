/**
 * The copy of a running site that an import works from: a folder with the API's responses page by page, and
 * `site.json`, which records the progress. Each file is written whole or not at all.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { writeFileAtomically } from '../../../shared/write-file-atomically.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { type CollectionName, collectionNames } from './site-collections.ts'

const progressSchema = z.object({
  /** The number of pages copied so far. */
  pages: z.int().nonnegative(),
  items: z.int().nonnegative(),
  isComplete: z.boolean(),
  /** The total that the site last reported; null if it reports none. */
  total: z.int().nonnegative().nullable(),
  /** Why the site doesn't show the collection; null if it does. */
  refusal: z.string().nullable(),
  /** Why items may be missing from the copy; null if none should be. */
  gap: z.string().nullable().default(null),
})
export type CollectionProgress = z.infer<typeof progressSchema>

const siteCopySchema = z.object({
  version: z.literal(1),
  /** The address as the editor entered it. */
  address: z.string(),
  root: z.url({ protocol: /^https?$/ }),
  name: z.string(),
  home: z.string(),
  /** An ISO time; null while the copy is incomplete. */
  finishedAt: z.string().nullable(),
  collections: z.record(z.enum(collectionNames), progressSchema),
  /** Null if the site doesn't say. */
  comments: z.int().nonnegative().nullable(),
  otherTypes: z.array(z.string()),
})
export type SiteCopy = z.infer<typeof siteCopySchema>

export const emptyProgress: CollectionProgress = {
  pages: 0,
  items: 0,
  isComplete: false,
  total: null,
  refusal: null,
  gap: null,
}

const siteFile = (folder: string) => join(folder, 'site.json')
const pageFile = (folder: string, collection: CollectionName, page: number) =>
  join(folder, `${collection}-${String(page).padStart(5, '0')}.json`)

export function writeSiteCopy(folder: string, copy: SiteCopy): void {
  writeFileAtomically(siteFile(folder), JSON.stringify(copy, null, 2))
}

/** Null if there is no copy, or none that this version can read. */
export function readSiteCopy(folder: string): SiteCopy | null {
  if (!existsSync(siteFile(folder))) return null
  try {
    return siteCopySchema.safeParse(JSON.parse(readFileSync(siteFile(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

export function writeCopiedPage(
  folder: string,
  collection: CollectionName,
  page: number,
  items: readonly unknown[],
): void {
  writeFileAtomically(pageFile(folder, collection, page), JSON.stringify(items))
}

export async function readCopiedPage(
  folder: string,
  collection: CollectionName,
  page: number,
): Promise<Result<readonly unknown[], ImportFailure>> {
  const file = pageFile(folder, collection, page)
  const items = existsSync(file) ? parseJson(await readFile(file, 'utf8')) : undefined
  return Array.isArray(items)
    ? succeed(items)
    : fail({ reason: `its copy is damaged: ${file}. Copy the site again with --refresh.` })
}

/** Yields the items of a collection, one page in memory at a time. */
export async function* readCopiedItems(
  folder: string,
  { collections }: SiteCopy,
  collection: CollectionName,
): AsyncGenerator<Result<unknown, ImportFailure>> {
  for (let page = 1; page <= collections[collection].pages; page++) {
    const items = await readCopiedPage(folder, collection, page)
    if (!items.ok) return yield items
    for (const item of items.value) yield succeed(item)
  }
}
