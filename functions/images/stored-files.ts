/** Finds the originals of images and recordings, for callers who may see or hear them. */
import { verifyClosedFile } from '../../src/contracts/signing/closed-file-address.ts'
import { deskParameter } from '../../src/domain/image/image-path.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import { identifyByPass } from '../identity/identify-reader.ts'
import { admitStaff } from '../identity/identify-staff.ts'
import { decideForCaller } from '../paywall/decide-for-caller.ts'
import type { ImagesDeps } from './images-deps.ts'
import { isSignedForDraft } from './preview-files.ts'
import { tryStorage } from './try-storage.ts'

/** Responses can be cached for ever, because an id always identifies the same content. */
export const permanentCacheControl = {
  // Data centres query R2 again each hour, because nothing else reports a removal to them.
  open: 'public, max-age=31536000, s-maxage=3600, immutable',
  closed: 'private, max-age=86400',
}

type StoredFile = { readonly object: R2Object; readonly isClosed: boolean }

/** A file of the other kind, or one that is closed to the caller, gets the same refusal as an unknown file. */
export async function findStoredFile(
  deps: ImagesDeps,
  id: string,
  kind: 'image' | 'audio',
): Promise<Result<StoredFile, Refusal<'unavailable' | 'not_found'>>> {
  const found = await tryStorage(deps, id, () => deps.env.MEDIA.head(id))
  if (!found.ok) return found
  const object = found.value
  // An image's original may contain the place where it was taken.
  const isRecording = object?.httpMetadata?.contentType?.startsWith('audio/') === true
  if (!object || isRecording !== (kind === 'audio')) return refuse('not_found')
  const isClosed = object.customMetadata?.closed === '1'
  if (isClosed) {
    const isOpen = await isClosedFileOpen(deps, id)
    if (!isOpen.ok) return isOpen
    if (!isOpen.value) return refuse('not_found')
  }
  return succeed({ object, isClosed })
}

/**
 * Returns true for entitled readers, and for staff who request the file for the desk. For anyone else, returns whether
 * the file belongs to a draft or an article that is open to them.
 */
async function isClosedFileOpen(
  deps: ImagesDeps,
  id: string,
): Promise<Result<boolean, Refusal<'unavailable'>>> {
  const { deskKeys, sealingKeys, now, request } = deps
  const query = new URL(request.url).searchParams
  if (await isSignedForDraft(id, query, await deskKeys, now())) return succeed(true)
  const caller = await identifyByPass(deps)
  if (!caller.ok) return caller
  const reader = caller.value.kind === 'reader' ? caller.value : null
  // Without a valid signature, the file belongs to no article that could be open.
  const slug = (await verifyClosedFile(id, query, await sealingKeys)) ?? ''
  const decision = await decideForCaller(deps, reader, { slug, access: 'metered' })
  if (decision.open || !reader || !query.has(deskParameter)) return succeed(decision.open)
  const staff = await admitStaff(deps, 'drafts')
  if (!staff.ok && staff.failure.code === 'unavailable') return refuse('unavailable')
  return succeed(staff.ok)
}
