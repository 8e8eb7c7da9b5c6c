/**
 * Addresses of images in closed parts: `/images/{id}/{width}?story={slug}&key={key id}.{HMAC}`. The signature
 * proves that the story contains the image, so that access to one story opens its images and no others. By
 * itself it grants no access. Deterministic: an unchanged body keeps its bytes.
 */
import { base64url } from 'jose'
import { slugSchema } from '../../domain/slug.ts'
import type { SealingKeys } from './sealed-body.ts'

const storyParameter = 'story'
const keyParameter = 'key'

const imagePattern = /<img [^<>]*>/g
const addressPattern = /\/images\/([a-z0-9-]+)\/\d+/g

/** Adds a query to every address in `<img>`. `html` is from our own pipeline. */
export async function addImageQueries(
  html: string,
  createQuery: (imageId: string) => Promise<URLSearchParams>,
): Promise<string> {
  const images = (html.match(imagePattern) ?? []).join()
  const ids = new Set([...images.matchAll(addressPattern)].map(([, id]) => id!))
  const queries = new Map<string, string>()
  for (const id of ids) queries.set(id, String(await createQuery(id)).replaceAll('&', '&amp;'))
  return html.replace(imagePattern, (image) =>
    image.replace(addressPattern, (address, id: string) => `${address}?${queries.get(id)}`),
  )
}

const encodeMessage = (slug: string, imageId: string) =>
  new TextEncoder().encode(`${slug}/${imageId}`)

/** The query of an image's address in one story. */
export async function signClosedImage(
  slug: string,
  imageId: string,
  { current, subkeys }: SealingKeys,
): Promise<URLSearchParams> {
  const { imageSignature } = subkeys.get(current)!
  const signature = await crypto.subtle.sign('HMAC', imageSignature, encodeMessage(slug, imageId))
  const key = `${current}.${base64url.encode(new Uint8Array(signature))}`
  return new URLSearchParams({ [storyParameter]: slug, [keyParameter]: key })
}

/** Signs the images of an article's closed part. */
export const signClosedImages = (slug: string, rest: string, keys: SealingKeys) =>
  addImageQueries(rest, (imageId) => signClosedImage(slug, imageId, keys))

/** The slug of the story that contains the image; null unless the address was signed for both. */
export async function verifyClosedImage(
  imageId: string,
  query: URLSearchParams,
  { subkeys }: SealingKeys,
): Promise<string | null> {
  const slug = slugSchema.safeParse(query.get(storyParameter))
  const [, keyId, encoded] = /^(\d{1,3})\.([\w-]{43})$/.exec(query.get(keyParameter) ?? '') ?? []
  const key = subkeys.get(Number(keyId))?.imageSignature
  if (!slug.success || !encoded || !key) return null
  const signature = new Uint8Array(base64url.decode(encoded))
  const message = encodeMessage(slug.data, imageId)
  return (await crypto.subtle.verify('HMAC', key, signature, message)) ? slug.data : null
}
