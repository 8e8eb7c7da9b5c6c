/** What lies in Firestore of saved articles and of the articles themselves, and how it is read. */
import { z } from 'zod'
import { type ListedArticle, listedArticleSchema } from '../../src/domain/article.ts'
import { type SavedArticle, savedArticleSchema } from '../../src/domain/saved-article.ts'
import type { FirestoreFailure, StoredDocument } from '../adapters/firestore.ts'
import type { Services } from '../http/context.ts'

export type ShelfFailure = FirestoreFailure | { readonly kind: 'notFound' | 'withdrawn' | 'full' }

export type Backends = Pick<Services, 'firestore' | 'log'>

export const savedPath = (uid: string, slug: string) => `users/${uid}/saved/${slug}`
export const articlePath = (slug: string) => `articles/${slug}`

/** Far less than the article, whose text may be a megabyte. */
export const articleFields = [...Object.keys(listedArticleSchema.shape), 'status']

const statusSchema = z.object({ status: z.string() })

/** Null where it is not published, or not as it should be. */
export function publishedArticle(document: StoredDocument | null): ListedArticle | null {
  const status = statusSchema.safeParse(document?.fields)
  if (status.data?.status !== 'published') return null
  return listedArticleSchema.safeParse(document!.fields).data ?? null
}

export type Row = { readonly slug: string; readonly saved: SavedArticle }

/** Rows that are none are left out: they are a defect of ours, and cost the reader no other row. */
export function rowsOf({ log }: Backends, documents: readonly StoredDocument[]): Row[] {
  return documents.flatMap(({ id, fields }) => {
    const saved = savedArticleSchema.safeParse(fields)
    if (saved.success) return [{ slug: id, saved: saved.data }]
    log('saved_invalid', { slug: id })
    return []
  })
}
