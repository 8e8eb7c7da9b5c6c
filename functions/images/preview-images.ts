import {
  signPreviewImage,
  tokenParameter,
  verifyPreviewImage,
} from '../../src/contracts/desk-signature.ts'
import type { SigningKeys } from '../../src/contracts/signed-token.ts'
import { slugPattern } from '../../src/domain/slug.ts'

const draftParameter = 'preview'

const imagePattern = /<img [^<>]*>/g
const addressPattern = /\/images\/([a-z0-9-]+)\/\d+/g

/** `html` comes from our own pipeline. */
export async function signImages(
  html: string,
  draft: { readonly slug: string; readonly until: Date },
  keys: SigningKeys,
): Promise<string> {
  const images = (html.match(imagePattern) ?? []).join()
  const ids = new Set([...images.matchAll(addressPattern)].map(([, id]) => id!))
  const queries = new Map<string, string>()
  for (const id of ids) {
    const token = await signPreviewImage(draft.slug, id, draft.until, keys)
    queries.set(id, `${draftParameter}=${draft.slug}&amp;${tokenParameter}=${token}`)
  }
  return html.replace(imagePattern, (image) =>
    image.replace(addressPattern, (address, id: string) => `${address}?${queries.get(id)}`),
  )
}

export async function isSignedForDraft(
  imageId: string,
  query: URLSearchParams,
  keys: SigningKeys,
  now: Date,
): Promise<boolean> {
  const slug = query.get(draftParameter) ?? ''
  const token = query.get(tokenParameter)
  return (
    slugPattern.test(slug) && (await verifyPreviewImage(slug, imageId, token, keys, now)) !== null
  )
}
