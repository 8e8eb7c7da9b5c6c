/** Opens pictures that everybody may see, before their document is published. */
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import { openPictures } from '../images/store-picture.ts'
import { tryStorage } from '../images/try-storage.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import type { Log } from '../platform/log.ts'
import { type EditedRef, getDocumentPath } from './load-document.ts'

type PictureDeps = { readonly env: Pick<Bindings, 'MEDIA'>; readonly log: Log }

async function findMissing({ MEDIA }: PictureDeps['env'], ids: readonly string[]) {
  const missing: string[] = []
  for (const id of ids) if (!(await MEDIA.head(id))) missing.push(id)
  return missing
}

/**
 * Refuses a document with a picture that isn't stored, and then opens none. Those that its readers see already are left
 * alone. The last step before the commit, because readers would miss pictures that are opened after it. If the commit
 * fails and the document is then refused, they stay open, as they do when a story is withdrawn: closing one could hide
 * it from the readers of another story. Their addresses contain the file's hash, so nobody can guess them.
 */
export async function openDraftPictures(
  deps: PictureDeps,
  { collection, slug }: EditedRef,
  fields: Fields,
  stored: StoredDocument | null,
): Promise<Result<void, Refusal<'not_possible' | 'unavailable'>>> {
  const { findClosedImages, findReferencedImages } = await import(
    '../../src/content/manuscript/closed-images.ts'
  )
  const findOpen = (document: Fields) => {
    const closed = findClosedImages(collection, document)
    return new Set([...findReferencedImages(document)].filter((id) => !closed.has(id)))
  }
  const before = stored ? findReferencedImages(stored.fields) : new Set<string>()
  const openBefore = stored ? findOpen(stored.fields) : new Set<string>()
  const path = getDocumentPath({ collection, slug })
  const open = findOpen(fields)
  const opened = await tryStorage(deps, path, async () => {
    // Otherwise, anyone with the file could upload it later, and so choose when readers see it.
    const added = [...findReferencedImages(fields)].filter((id) => !before.has(id))
    const missing = await findMissing(deps.env, added)
    if (missing.length > 0) return missing
    return openPictures(
      deps.env,
      [...open].filter((id) => !openBefore.has(id)),
    )
  })
  if (!opened.ok) return opened
  const missing = opened.value.filter((id) => !before.has(id))
  return missing.length === 0
    ? succeed(undefined)
    : refuse(
        'not_possible',
        missing.length === 1
          ? `We can’t find this picture: ${missing[0]}. Insert it again.`
          : `We can’t find these pictures: ${missing.join(', ')}. Insert them again.`,
      )
}
