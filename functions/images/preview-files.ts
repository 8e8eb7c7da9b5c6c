import { addFileQueries } from '../../src/contracts/signing/closed-file-address.ts'
import {
  signPreviewFile,
  tokenParameter,
  verifyPreviewFile,
} from '../../src/contracts/signing/desk-signature.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { slugPattern } from '../../src/domain/slug.ts'

const draftParameter = 'preview'

/** Signs the images and recordings of a draft that `isClosed` accepts. `html` comes from our own pipeline. */
export const signDraftFiles = (
  html: string,
  draft: { readonly slug: string; readonly until: Date },
  keys: SigningKeys,
  isClosed: (fileId: string) => boolean | Promise<boolean> = () => true,
): Promise<string> =>
  addFileQueries(html, async (id) => {
    if (!(await isClosed(id))) return null
    const token = await signPreviewFile(draft.slug, id, draft.until, keys)
    return new URLSearchParams({ [draftParameter]: draft.slug, [tokenParameter]: token })
  })

export async function isSignedForDraft(
  fileId: string,
  query: URLSearchParams,
  keys: SigningKeys,
  now: Date,
): Promise<boolean> {
  const slug = query.get(draftParameter) ?? ''
  const token = query.get(tokenParameter)
  return (
    slugPattern.test(slug) && (await verifyPreviewFile(slug, fileId, token, keys, now)) !== null
  )
}
