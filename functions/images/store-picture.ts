/** Stores drafts' files, which are closed until a story that everybody may read shows them. */
import type { AudioType } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { maxImageBytes } from '../../src/domain/upload-limits.ts'
import type { Bindings } from '../identity/edge-context.ts'
import type { MeasuredPicture } from './measure-picture.ts'
import { findRemoval, isRemoved, type Removal } from './removed-images.ts'

type Storage = Pick<Bindings, 'MEDIA'>

export type StoredPicture =
  | { readonly kind: 'missing' | 'stored' }
  | { readonly kind: 'removed'; readonly removal: Removal }

/** Costs two calls to the bucket. */
export async function findPicture(storage: Storage, id: string): Promise<StoredPicture> {
  const removal = await findRemoval(storage, id)
  if (removal) return { kind: 'removed', removal }
  return { kind: (await storage.MEDIA.head(id)) ? 'stored' : 'missing' }
}

/** Never replaces a stored picture. Returns the removal if the same picture is removed at the same time. */
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

/** Works like `storePicture`. The bucket checks the hash, and stores either all of the bytes or none. */
export async function storeRecording(
  storage: Storage,
  id: string,
  stream: ReadableStream,
  { kind, hash }: { readonly kind: AudioType; readonly hash: string },
): Promise<Removal | null> {
  await storage.MEDIA.put(id, stream, {
    httpMetadata: { contentType: kind },
    customMetadata: { closed: '1' },
    onlyIf: { etagDoesNotMatch: '*' },
    sha256: hash,
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
    // A recording may be larger than what an isolate should hold.
    const isLarge = original.size > maxImageBytes
    const content = isLarge ? original.body : await new Response(original.body).arrayBuffer()
    await MEDIA.put(id, content, {
      ...(stored.httpMetadata ? { httpMetadata: stored.httpMetadata } : {}),
      customMetadata: metadata,
    })
    // The picture has been removed in the meantime, which has also deleted its stored bytes.
    if (!(await isRemoved({ MEDIA }, id))) continue
    await MEDIA.delete(id)
    missing.push(id)
  }
  return missing
}
