/** An issue, with the parts of its stories that it shows. */
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import type { Manuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import type { FieldPath, FileProblem } from '../../../src/content/manuscript/problem.ts'
import { renderBody, renderIssueBody } from '../../../src/content/markdown.ts'
import type { DeskDocument } from '../../../src/contracts/endpoints/document-endpoints.ts'
import { type Article, articleSchema } from '../../../src/domain/article.ts'
import {
  type Issue,
  type IssueStory,
  issueSchema,
  listIssueStories,
} from '../../../src/domain/issue/issue.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { findDocument, type TextRef, toText } from '../documents/site-documents.ts'

export type StoryContent = Pick<Article, 'title' | 'category' | 'image'> & {
  readonly slug: string
  /** The issue's line for this story, or else the story's standfirst. May be empty. */
  readonly line: string
  readonly authors: readonly string[]
  readonly language?: string | undefined
}

export type IssueContent = Pick<Issue, 'subject' | 'preheader' | 'date'> & {
  readonly slug: string
  /** `opening` is the story's free preview, as HTML. */
  readonly lead: StoryContent & { readonly opening: string }
  readonly stories: readonly StoryContent[]
  readonly missed: StoryContent | null
  /** HTML that everyone can read. */
  readonly html: string
  /** The rest, for subscribers; empty if everyone can read all of it. */
  readonly closedHtml: string
}

type LoadedIssue = {
  /** Null without a lead story. */
  readonly content: IssueContent | null
  readonly problems: readonly FileProblem[]
}

/** The source of an issue's stories. */
export type IssueSource = {
  readonly siteUrl: string
  find(ref: TextRef): Promise<DeskDocument | null>
}

export const createIssueSource = (site: KeySite): IssueSource => ({
  siteUrl: site.siteUrl,
  find: (ref) => findDocument(site, ref),
})

const maxConcurrentReads = 8

/** Reads each story and its authors. `fields` must be valid. */
export async function loadIssueContent(
  source: IssueSource,
  manuscript: Pick<Manuscript, 'slug' | 'problem'>,
  fields: Fields,
): Promise<LoadedIssue> {
  const { body, ...issue } = issueSchema.parse({ ...fields, updatedAt: new Date() })
  const stories = listIssueStories(issue)
  const stored = await mapConcurrently(stories, maxConcurrentReads, ({ slug }) =>
    source.find({ collection: 'articles', slug }),
  )
  const articles = stored.map(parseArticle)
  const names = await readAuthorNames(source, articles)
  const problems = stories.flatMap((_, index) =>
    findStoryProblems(articles[index] ?? null, stored[index] ?? null, {
      showsPicture: index === 0 || index > issue.stories.length,
    }).map((message) => manuscript.problem(getStoryField(index, issue), message)),
  )
  const describe = ({ slug, line }: IssueStory, index: number): StoryContent | null => {
    const article = articles[index]
    if (!article) return null
    const { title, language, category, image } = article
    const authors = article.authors.map((author) => names.get(author) ?? author)
    return { slug, title, language, category, image, authors, line: line ?? article.dek }
  }
  const contents = stories.map(describe)
  const [lead] = contents
  const leadArticle = articles[0]
  if (!lead || !leadArticle) return { content: null, problems }
  const { freePreview: html, rest: closedHtml } = renderIssueBody(body)
  const { subject, preheader, date } = issue
  const content: IssueContent = {
    slug: manuscript.slug,
    subject,
    preheader,
    date,
    lead: {
      ...lead,
      opening: renderBody(leadArticle.body, { language: leadArticle.language }).freePreview,
    },
    stories: contents.slice(1, issue.stories.length + 1).filter((story) => story !== null),
    missed: issue.missed ? (contents.at(-1) ?? null) : null,
    html,
    closedHtml,
  }
  return { content, problems }
}

function parseArticle(document: DeskDocument | null): Article | null {
  const stored = document?.stored
  if (!stored) return null
  const { state: status, publishedAt } = stored
  const parsed = articleSchema.safeParse({
    ...toText('articles', stored),
    status,
    publishedAt: publishedAt === null ? undefined : new Date(publishedAt),
    updatedAt: new Date(),
  })
  return parsed.success ? parsed.data : null
}

async function readAuthorNames(
  source: IssueSource,
  articles: readonly (Article | null)[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = [...new Set(articles.flatMap((article) => article?.authors ?? []))]
  const authors = await mapConcurrently(slugs, maxConcurrentReads, (slug) =>
    source.find({ collection: 'authors', slug }),
  )
  return new Map(
    slugs.map((slug, index) => [slug, String(authors[index]?.stored?.fields.name ?? slug)]),
  )
}

/** Follows the order of `listIssueStories`. */
function getStoryField(index: number, { stories }: Pick<Issue, 'stories'>): FieldPath {
  if (index === 0) return ['lead', 'slug']
  return index <= stories.length ? ['stories', index - 1, 'slug'] : ['missed', 'slug']
}

function findStoryProblems(
  article: Article | null,
  document: DeskDocument | null,
  { showsPicture }: { readonly showsPicture: boolean },
): string[] {
  if (!document) return ['story not found']
  if (!document.stored) return ['the story is a draft, not published']
  if (!article) return ['the stored story isn’t valid. Publish it again']
  return [
    ...(article.status === 'published' ? [] : [`the story is ${article.status}, not published`]),
    ...(showsPicture && article.image.altNeeded
      ? ['the story’s picture needs a description, for screen readers']
      : []),
  ]
}
