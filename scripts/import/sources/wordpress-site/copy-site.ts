/** Copies the public content of a running WordPress site. After an interruption, the next call continues. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { copyCollection } from './copy-collection.ts'
import type { SiteApi } from './site-api.ts'
import { type CollectionName, collectionNames } from './site-collections.ts'
import {
  type CollectionProgress,
  emptyProgress,
  readSiteCopy,
  type SiteCopy,
  writeSiteCopy,
} from './site-copy.ts'

type CopySiteOptions = {
  readonly address: string
  readonly folder: string
  /** Starts again even if the copy is complete. */
  readonly isRefresh: boolean
  readonly api: SiteApi
  readonly onPage?: (collection: CollectionName, page: number, totalPages: number | null) => void
}

export async function copySite(options: CopySiteOptions): Promise<Result<SiteCopy, ImportFailure>> {
  const { address, folder, isRefresh, api, onPage } = options
  const existing = readSiteCopy(folder)
  if (existing && existing.address !== address) {
    return fail({
      reason: `${folder} holds a copy of ${existing.address}. Name another mapping file with --mapping, or remove the folder.`,
    })
  }
  if (existing?.finishedAt && !isRefresh) return succeed(existing)
  let copy: SiteCopy
  if (existing && !existing.finishedAt) copy = existing
  else {
    const site = await api.findSite(address)
    if (!site.ok) return site
    copy = {
      version: 1,
      address,
      ...site.value,
      finishedAt: null,
      collections: Object.fromEntries(
        collectionNames.map((name) => [name, emptyProgress]),
      ) as SiteCopy['collections'],
      comments: null,
      otherTypes: [],
    }
    writeSiteCopy(folder, copy)
  }

  const record = (name: CollectionName, progress: CollectionProgress) => {
    copy = { ...copy, collections: { ...copy.collections, [name]: progress } }
    writeSiteCopy(folder, copy)
  }
  for (const name of collectionNames) {
    const start = copy.collections[name]
    if (start.isComplete) continue
    const request = {
      name,
      folder,
      root: copy.root,
      api,
      onPage(progress: CollectionProgress, totalPages: number | null) {
        record(name, progress)
        onPage?.(name, progress.pages, totalPages)
      },
    }
    const copied = await copyCollection(request, start)
    if (!copied.ok) return copied
    record(name, copied.value)
  }
  const [comments, types] = [
    await api.readPage(copy.root, {
      collection: 'comments',
      offset: 0,
      perPage: 1,
      fields: ['id'],
    }),
    await api.readObject(copy.root, 'types'),
  ]
  copy = {
    ...copy,
    comments: comments.ok ? comments.value.total : null,
    otherTypes: types.ok ? listOtherTypes(types.value) : [],
    finishedAt: new Date().toISOString(),
  }
  writeSiteCopy(folder, copy)
  return succeed(copy)
}

/** Matches WordPress's own types, which contain no articles. */
const internalType = /^(post|page|attachment|nav_menu_item|wp_[a-z_]+)$/

function listOtherTypes(types: unknown): string[] {
  const names = Object.keys(z.record(z.string(), z.unknown()).safeParse(types).data ?? {})
  return names.filter((name) => !internalType.test(name)).slice(0, 50)
}
