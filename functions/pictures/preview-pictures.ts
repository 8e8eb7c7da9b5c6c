/**
 * Pictures in the closed part of a draft. Whoever has the link to a draft sees them, and no others: the
 * address of each carries a signature that names the draft and the picture.
 */
import {
  type DeskKeys,
  signPreviewPicture,
  verifyPreviewPicture,
} from '../../src/contracts/desk-signature.ts'
import { slugPattern } from '../../src/domain/slug.ts'

/** The name in a picture's query under which the draft's slug is. */
const draftParameter = 'preview'

const imagePattern = /<img [^<>]*>/g
const addressPattern = /\/images\/([a-z0-9-]+)\/\d+/g

/** `html` comes from our own pipeline. */
export async function signPictures(
  html: string,
  draft: { readonly slug: string; readonly until: Date },
  keys: DeskKeys,
): Promise<string> {
  const images = (html.match(imagePattern) ?? []).join()
  const ids = new Set([...images.matchAll(addressPattern)].map(([, id]) => id!))
  const queries = new Map<string, string>()
  for (const id of ids) {
    const query = await signPreviewPicture(draft.slug, id, draft.until, keys)
    query.set(draftParameter, draft.slug)
    queries.set(id, query.toString().replaceAll('&', '&amp;'))
  }
  return html.replace(imagePattern, (image) =>
    image.replace(addressPattern, (address, id: string) => `${address}?${queries.get(id)}`),
  )
}

/** Whether the query of this picture's address was signed for it, in a draft whose link is still good. */
export async function isSignedForDraft(
  pictureId: string,
  query: URLSearchParams,
  keys: DeskKeys,
  now: Date,
): Promise<boolean> {
  const slug = query.get(draftParameter) ?? ''
  return slugPattern.test(slug) && verifyPreviewPicture(slug, pictureId, query, keys, now)
}
