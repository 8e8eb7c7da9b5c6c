/** Results contain closed text, so only `loadStory` and handlers that have checked the entitlement may use them. */
import type { z } from 'zod'
import type { RenderedBody } from '../../src/content/markdown.ts'
import type { OnDemandStory, Preview } from '../../src/contracts/pages/on-demand-page.ts'
import { type Article, articleSchema } from '../../src/domain/article.ts'
import { publicationSchemas } from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { detectClosedWritingSystems } from '../../src/domain/writing-system.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
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
async function loadArticle(
  { firestore, log }: Omit<ArticleSource, 'now'>,
  slug: string,
): Promise<Result<LoadedArticle | null, Unavailable>> {
  const stored = await firestore.get(`articles/${slug}`)
  if (!stored.ok) {
    log('article_not_read', { slug, kind: stored.failure.kind })
    return fail('unavailable')
  }
  return succeed(stored.value && (await renderArticle({ log }, slug, stored.value.fields)))
}

/** Null for a malformed article. */
export async function renderArticle(
  { log }: Pick<ArticleSource, 'log'>,
  slug: string,
  fields: Fields,
): Promise<LoadedArticle | null> {
  const article = articleSchema.safeParse(fields)
  if (!article.success) {
    log('article_invalid', { slug, fields: listFields(article.error.issues) })
    return null
  }
  const { renderBody } = await loadPipeline()
  const { body, language } = article.data
  return { article: article.data, body: renderBody(body, { language }) }
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

/** Loads a story's authors or tags, at one read each. Missing and malformed ones are left out, as in the build. */
async function loadParts<Part>(
  { firestore, log }: ArticleSource,
  collection: 'authors' | 'tags',
  slugs: readonly string[],
  schema: z.ZodType<Part>,
): Promise<Result<readonly (Part & { readonly slug: string })[], Unavailable>> {
  const answers = await Promise.all(slugs.map((slug) => firestore.get(`${collection}/${slug}`)))
  const parts: (Part & { readonly slug: string })[] = []
  for (const [index, answer] of answers.entries()) {
    const slug = slugs[index]!
    if (!answer.ok) {
      log('story_part_not_read', { path: `${collection}/${slug}`, kind: answer.failure.kind })
      return fail('unavailable')
    }
    const part = schema.safeParse(answer.value?.fields)
    if (part.success) parts.push({ ...part.data, slug })
    else log('story_part_invalid', { path: `${collection}/${slug}` })
  }
  return succeed(parts)
}

/** Loads a story, with only the free preview if it's closed. Costs one read per author and tag. */
export async function loadStory(
  source: ArticleSource,
  slug: string,
  { article, body }: LoadedArticle,
  preview: Preview | null = null,
): Promise<Result<OnDemandStory, Unavailable>> {
  const { renderPublicText } = await loadPipeline()
  const [authors, tags] = await Promise.all([
    loadParts(source, 'authors', article.authors, publicationSchemas.authors),
    loadParts(source, 'tags', article.tags, publicationSchemas.tags),
  ])
  if (!authors.ok) return authors
  if (!tags.ok) return tags
  const { body: _, updatedAt: __, status: ___, publishedAt = source.now(), ...metadata } = article
  return succeed({
    article: {
      ...metadata,
      publishedAt,
      slug,
      words: body.words,
      authors: authors.value.map(({ body: biography, updatedAt: _, ...profile }) => ({
        ...profile,
        html: renderPublicText(biography),
      })),
      tags: tags.value.map(({ slug, name }) => ({ slug, name })),
    },
    freePreview: body.freePreview,
    ...(article.access === 'public'
      ? { body: body.rest, closedWritingSystems: [] }
      : {
          body: null,
          closedWritingSystems: detectClosedWritingSystems(body.freePreview, body.rest),
        }),
    preview,
  })
}

function listFields(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues.map(({ path }) => path.join('.') || '(document)').join(', ')
}
