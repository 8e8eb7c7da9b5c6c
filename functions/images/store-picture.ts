/** Stores pictures of drafts: they are closed until a story that everybody may read shows them. */

import { imageHashLength } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { encodeHex } from '../../src/contracts/signing/desk-signature.ts'
import { createImageId } from '../../src/domain/image/image-id.ts'
import type { Bindings } from '../identity/edge-context.ts'
import type { MeasuredPicture } from './measure-picture.ts'
import { findRemoval, isRemoved, type Removal } from './removed-images.ts'

type Storage = Pick<Bindings, 'MEDIA'>

export async function identifyPicture(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const hash = encodeHex(await crypto.subtle.digest('SHA-256', bytes))
  return createImageId(name, hash.slice(0, imageHashLength))
}

export type StoredPicture =
  | { readonly kind: 'missing' | 'stored' }
  | { readonly kind: 'removed'; readonly removal: Removal }

/** Costs two calls to the bucket. */
export async function findPicture(storage: Storage, id: string): Promise<StoredPicture> {
  const removal = await findRemoval(storage, id)
  if (removal) return { kind: 'removed', removal }
  return { kind: (await storage.MEDIA.head(id)) ? 'stored' : 'missing' }
}

/** Never replaces a stored picture. If the same picture is removed meanwhile, returns the removal. */
export async function storePicture(
  storage: Storage,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  { kind, width, height }: MeasuredPicture,
): Promise<Removal | null> {
  await storage.MEDIA.put(id, bytes, {
    httpMetadata: { contentType: kind },
    customMetadata: { width: String(width), height: String(height), closed: '1' },
    onlyIf: { etagDoesNotMatch: '*' },
  })
  const removal = await findRemoval(storage, id)
  if (removal) await storage.MEDIA.delete(id)
  return removal
}

/**
 * Returns the pictures that aren't stored. An open picture stays open; if opening one is interrupted, the next call
 * opens it.
 */
export async function openPictures(
  { MEDIA }: Storage,
  ids: Iterable<string>,
): Promise<readonly string[]> {
  const missing: string[] = []
  for (const id of ids) {
    const stored = await MEDIA.head(id)
    if (!stored) missing.push(id)
    if (stored?.customMetadata?.closed !== '1') continue
    const original = await MEDIA.get(id)
    if (!original) continue
    const { closed: _, ...metadata } = stored.customMetadata
    await MEDIA.put(id, await new Response(original.body).arrayBuffer(), {
      ...(stored.httpMetadata ? { httpMetadata: stored.httpMetadata } : {}),
      customMetadata: metadata,
    })
    // The picture has been removed meanwhile, which has also deleted what was stored before.
    if (!(await isRemoved({ MEDIA }, id))) continue
    await MEDIA.delete(id)
    missing.push(id)
  }
  return missing
}
