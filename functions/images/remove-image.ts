/**
 * Removes an image permanently, under every name and in every size. The record of the removal is stored first, and the
 * originals are deleted last, so that an interrupted call can be repeated. A request that stores a variant or an
 * original at the same time checks for the record afterwards.
 */
import { getFullName } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { createActWrite } from '../staff/act-records.ts'
import { deleteVariants } from './image-variants.ts'
import { findRemoval, listSameImages, type Removal, storeRemoval } from './removed-images.ts'
import { tryStorage } from './try-storage.ts'

export const removeImage: Handle<'DELETE /api/media/:id'> = async (
  { id, message, by: given },
  caller,
  deps,
) => {
  const by = 'role' in caller ? getFullName(caller.reader) : given
  if (by === undefined) return refuse('bad_request')
  const reason = { by, ...(message === undefined ? {} : { message }) }
  if ('role' in caller) {
    // The act is recorded first, so that no image is removed without a record.
    const act = { kind: 'pictureRemoved', subject: id, before: null, after: null } as const
    const recorded = await deps.firestore.commit([createActWrite(caller, act, deps.now())])
    if (!recorded.ok)
      return refuseUnavailable(deps, 'picture_not_removed', { id, kind: recorded.failure.kind })
  }
  const removed = await tryStorage(deps, id, () => remove(deps, id, reason))
  if (!removed.ok) return removed
  return removed.value ? succeed(removed.value) : refuse('not_found')
}

/** Returns null if the id is unknown. */
async function remove({ env, now, log }: Deps, id: string, reason: Omit<Removal, 'at'>) {
  const isStored = (await listSameImages(env, id)).length > 0
  // The removal is looked up after the images, because a simultaneous call stores it before it deletes the originals.
  const known = await findRemoval(env, id)
  if (!known && !isStored) return null
  const removal = known ?? (await storeRemoval(env, id, { ...reason, at: now().toISOString() }))
  // The images are listed again, because an upload may have been stored before the removal was.
  const ids = await listSameImages(env, id)
  let variants = 0
  for (const one of new Set([id, ...ids])) {
    for (const isClosed of [false, true]) variants += await deleteVariants(env, one, isClosed)
  }
  if (ids.length > 0) await env.MEDIA.delete([...ids])
  log('image_removed', { id, originals: ids.length, variants })
  return { ...removal, ids, variants }
}
