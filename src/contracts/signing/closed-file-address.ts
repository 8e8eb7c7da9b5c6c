/**
 * Addresses of images and recordings in closed parts: `/images/{id}/{width}?story={slug}&key={key id}.{HMAC}`. The
 * signature proves that the story contains the file, so that access to one story grants access to its files and no
 * others. By itself it grants no access, so that a shared address is worthless. It's deterministic, so that an
 * unchanged body keeps its bytes.
 */
import { base64url } from 'jose'
import { slugSchema } from '../../domain/slug.ts'
import type { SealingKeys } from './sealed-body.ts'

const storyParameter = 'story'
const keyParameter = 'key'

const elementPattern = /<(?:img|audio) [^<>]*>/g
const addressPattern = /\/(?:images\/([a-z0-9-]+)\/\d+(?:x\d+)?|audio\/([a-z0-9-]+))/g

/** Adds a query to addresses in `<img>` and `<audio>`; null adds none. `html` is from our own pipeline. */
export async function addFileQueries(
  html: string,
  createQuery: (fileId: string) => Promise<URLSearchParams | null>,
): Promise<string> {
  const elements = (html.match(elementPattern) ?? []).join()
  const ids = new Set(
    [...elements.matchAll(addressPattern)].map(([, image, recording]) => image ?? recording!),
  )
  const queries = new Map<string, string>()
  for (const id of ids) {
    const query = await createQuery(id)
    if (query) queries.set(id, `?${String(query).replaceAll('&', '&amp;')}`)
  }
  return html.replace(elementPattern, (element) =>
    element.replace(
      addressPattern,
      (address, image?: string, recording?: string) =>
        address + (queries.get(image ?? recording ?? '') ?? ''),
    ),
  )
}

const encodeMessage = (slug: string, fileId: string) =>
  new TextEncoder().encode(`${slug}/${fileId}`)

/** Returns the query for a file's address in one story. */
export async function signClosedFile(
  slug: string,
  fileId: string,
  { current, subkeys }: SealingKeys,
): Promise<URLSearchParams> {
  const { imageSignature } = subkeys.get(current)!
  const signature = await crypto.subtle.sign('HMAC', imageSignature, encodeMessage(slug, fileId))
  const key = `${current}.${base64url.encode(new Uint8Array(signature))}`
  return new URLSearchParams({ [storyParameter]: slug, [keyParameter]: key })
}

/** Signs the images and recordings of an article's closed part. */
export const signClosedFiles = (slug: string, rest: string, keys: SealingKeys) =>
  addFileQueries(rest, (fileId) => signClosedFile(slug, fileId, keys))

/** Returns the slug of the story that contains the file; null unless the address was signed for both. */
export async function verifyClosedFile(
  fileId: string,
  query: URLSearchParams,
  { subkeys }: SealingKeys,
): Promise<string | null> {
  const slug = slugSchema.safeParse(query.get(storyParameter))
  const [, keyId, encoded] = /^(\d{1,3})\.([\w-]{43})$/.exec(query.get(keyParameter) ?? '') ?? []
  const key = subkeys.get(Number(keyId))?.imageSignature
  if (!slug.success || !encoded || !key) return null
  const signature = new Uint8Array(base64url.decode(encoded))
  const message = encodeMessage(slug.data, fileId)
  return (await crypto.subtle.verify('HMAC', key, signature, message)) ? slug.data : null
}
