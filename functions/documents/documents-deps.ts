import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import type { ArticlesDeps } from '../articles/articles-deps.ts'

/** The services that this folder's handlers use. */
export type DocumentsDeps = ArticlesDeps & { readonly deskKeys: Promise<SigningKeys> }
