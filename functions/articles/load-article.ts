/**
 * An article as it lies in Firestore, rendered by the pipeline of the build. Holds closed text: only
 * for handlers that give a page its open part (`storyOf`), or that have decided who may have the rest.
 */
import type { RenderedBody } from '../../src/content/markdown.ts'
import type { EdgeArticle, EdgeStory, Preview } from '../../src/contracts/edge-page.ts'
import { type Article, articleSchema } from '../../src/domain/article.ts'
import { authorSchema } from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { writingSystemsIn } from '../../src/domain/writing-system.ts'
import type { Services } from '../http/context.ts'

export type LoadedArticle = { readonly article: Article; readonly body: RenderedBody }

/** Firestore does not answer: no reason to say that there is nothing. */
export type Unavailable = 'unavailable'

/** Loaded when it is wanted: few calls of the API need it. */
const pipeline = () => import('../../src/content/markdown.ts')

/** Costs one read. Null where there is no article, or none that is as it should be. */
export async function loadArticle(
  { firestore, log }: Pick<Services, 'firestore' | 'log'>,
  slug: string,
): Promise<Result<LoadedArticle | null, Unavailable>> {
  const stored = await firestore.get(`articles/${slug}`)
  if (!stored.ok) return fail('unavailable')
  if (!stored.value) return succeed(null)
  const article = articleSchema.safeParse(stored.value.fields)
  if (!article.success) {
    log('article_invalid', { slug, fields: fieldsOf(article.error.issues) })
    return succeed(null)
  }
  const { renderBody } = await pipeline()
  return succeed({ article: article.data, body: renderBody(article.data.body) })
}

/** The same for an article that anybody may be shown: published, and fit for a build. */
export async function loadPublished(
  services: Pick<Services, 'firestore' | 'log'>,
  slug: string,
): Promise<Result<LoadedArticle | null, Unavailable>> {
  const loaded = await loadArticle(services, slug)
  if (!loaded.ok || !loaded.value) return loaded
  const { article, body } = loaded.value
  if (article.status !== 'published') return succeed(null)
  const { bodyProblems } = await pipeline()
  if (bodyProblems(article, body).length === 0) return loaded
  services.log('article_invalid', { slug, fields: 'body' })
  return succeed(null)
}

/**
 * What a page may show: the authors, at one read each, and of a closed article the lead-in alone.
 * Null where an author is missing.
 */
export async function storyOf(
  { firestore, log, now }: Pick<Services, 'firestore' | 'log' | 'now'>,
  slug: string,
  { article, body }: LoadedArticle,
  preview: Preview | null = null,
): Promise<Result<EdgeStory | null, Unavailable>> {
  const { renderPublicText } = await pipeline()
  const stored = await Promise.all(
    article.authors.map(async (id) => ({ id, answer: await firestore.get(`authors/${id}`) })),
  )
  const authors: EdgeArticle['authors'][number][] = []
  for (const { id, answer } of stored) {
    if (!answer.ok) return fail('unavailable')
    const author = authorSchema.safeParse(answer.value?.fields)
    if (!author.success) {
      log('author_invalid', { slug: id, fields: fieldsOf(author.error.issues) })
      return succeed(null)
    }
    const { body: life, updatedAt: _, ...profile } = author.data
    authors.push({ ...profile, slug: id, html: renderPublicText(life) })
  }
  const { body: _, updatedAt: __, status: ___, publishedAt = now(), ...metadata } = article
  return succeed({
    article: { ...metadata, publishedAt, slug, words: body.words, authors },
    leadIn: body.leadIn,
    ...(article.access === 'public'
      ? { rest: body.rest, closedWritingSystems: [] }
      : { rest: null, closedWritingSystems: writingSystemsIn(body.rest) }),
    preview,
  })
}

function fieldsOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues.map(({ path }) => path.join('.') || '(document)').join(', ')
}
