import { addImageQueries } from '../../src/contracts/signing/closed-image-address.ts'
import {
  signPreviewImage,
  tokenParameter,
  verifyPreviewImage,
} from '../../src/contracts/signing/desk-signature.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { slugPattern } from '../../src/domain/slug.ts'

const draftParameter = 'preview'

/** `html` comes from our own pipeline. */
export const signDraftImages = (
  html: string,
  draft: { readonly slug: string; readonly until: Date },
  keys: SigningKeys,
): Promise<string> =>
  addImageQueries(html, async (id) => {
    const token = await signPreviewImage(draft.slug, id, draft.until, keys)
    return new URLSearchParams({ [draftParameter]: draft.slug, [tokenParameter]: token })
  })

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
