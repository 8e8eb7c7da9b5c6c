import { z } from 'zod'
import { type ArticleAccess, accessSchema } from '../../src/domain/article.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'

const statusSchema = z.object({
  status: z.enum(['published', 'withdrawn']),
  access: accessSchema.default('metered'),
})

export const articleFields = Object.keys(statusSchema.shape)

/**
 * Returns an article's access, because the encrypted body doesn't show whether the article is metered. Drafts aren't
 * revealed.
 */
export function readArticleAccess(
  stored: StoredDocument | null | undefined,
): Result<ArticleAccess, Refusal<'withdrawn' | 'not_found'>> {
  const article = statusSchema.safeParse(stored?.fields)
  if (!article.success) return refuse('not_found')
  return article.data.status === 'withdrawn' ? refuse('withdrawn') : succeed(article.data.access)
}
