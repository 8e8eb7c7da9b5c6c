/** Results contain closed text: only for handlers that use `loadStory` or have checked the entitlement. */
import type { RenderedBody } from '../../src/content/markdown.ts'
import type {
  OnDemandArticle,
  OnDemandStory,
  Preview,
} from '../../src/contracts/pages/on-demand-page.ts'
import { type Article, articleSchema } from '../../src/domain/article.ts'
import { authorSchema } from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { detectWritingSystems } from '../../src/domain/writing-system.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { Log } from '../platform/log.ts'

export type ArticleSource = {
  readonly firestore: Pick<Firestore, 'get'>
  readonly now: () => Date
  readonly log: Log
}

export type LoadedArticle = { readonly article: Article; readonly body: RenderedBody }

export type Unavailable = 'unavailable'

const loadPipeline = () => import('../../src/content/markdown.ts')

/** Null for a missing or malformed article. Costs one read. */
export async function loadArticle(
  { firestore, log }: Omit<ArticleSource, 'now'>,
  slug: string,
): Promise<Result<LoadedArticle | null, Unavailable>> {
  const stored = await firestore.get(`articles/${slug}`)
  if (!stored.ok) {
    log('article_not_read', { slug, kind: stored.failure.kind })
    return fail('unavailable')
  }
  if (!stored.value) return succeed(null)
  const article = articleSchema.safeParse(stored.value.fields)
  if (!article.success) {
    log('article_invalid', { slug, fields: listFields(article.error.issues) })
    return succeed(null)
  }
  const { renderBody } = await loadPipeline()
  return succeed({ article: article.data, body: renderBody(article.data.body) })
}

export async function loadPublished(
  services: Omit<ArticleSource, 'now'>,
  slug: string,
): Promise<Result<LoadedArticle | null, Unavailable>> {
  const loaded = await loadArticle(services, slug)
  if (!loaded.ok || !loaded.value) return loaded
  const { article, body } = loaded.value
  if (article.status !== 'published') return succeed(null)
  const { checkBody } = await loadPipeline()
  if (checkBody(article, body).length === 0) return loaded
  services.log('article_invalid', { slug, fields: 'body' })
  return succeed(null)
}

/** Contains only the free preview of a closed article. Null if an author is missing. Costs a read per author. */
export async function loadStory(
  { firestore, log, now }: ArticleSource,
  slug: string,
  { article, body }: LoadedArticle,
  preview: Preview | null = null,
): Promise<Result<OnDemandStory | null, Unavailable>> {
  const { renderPublicText } = await loadPipeline()
  const stored = await Promise.all(
    article.authors.map(async (id) => ({ id, answer: await firestore.get(`authors/${id}`) })),
  )
  const authors: OnDemandArticle['authors'][number][] = []
  for (const { id, answer } of stored) {
    if (!answer.ok) {
      log('author_not_read', { slug: id, kind: answer.failure.kind })
      return fail('unavailable')
    }
    const author = authorSchema.safeParse(answer.value?.fields)
    if (!author.success) {
      log('author_invalid', { slug: id, fields: listFields(author.error.issues) })
      return succeed(null)
    }
    const { body: biography, updatedAt: _, ...profile } = author.data
    authors.push({ ...profile, slug: id, html: renderPublicText(biography) })
  }
  const { body: _, updatedAt: __, status: ___, publishedAt = now(), ...metadata } = article
  return succeed({
    article: { ...metadata, publishedAt, slug, words: body.words, authors },
    freePreview: body.freePreview,
    ...(article.access === 'public'
      ? { body: body.rest, closedWritingSystems: [] }
      : { body: null, closedWritingSystems: detectWritingSystems(body.rest) }),
    preview,
  })
}

function listFields(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues.map(({ path }) => path.join('.') || '(document)').join(', ')
}
