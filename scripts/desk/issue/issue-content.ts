/** An issue with what it shows of its stories. */
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import type { Manuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import type { FieldPath, FileProblem } from '../../../src/content/manuscript/problem.ts'
import { renderBody, renderIssueBody } from '../../../src/content/markdown.ts'
import { type Article, articleSchema } from '../../../src/domain/article.ts'
import {
  type Issue,
  type IssueStory,
  issueSchema,
  listIssueStories,
} from '../../../src/domain/issue/issue.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { maxConcurrentReads, readDocument } from '../documents/stored-documents.ts'

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
  /** Null without a lead. */
  readonly content: IssueContent | null
  readonly problems: readonly FileProblem[]
}

/** Reads each story and its authors. `fields` must be valid. */
export async function loadIssueContent(
  desk: Pick<Desk, 'firestore'>,
  manuscript: Pick<Manuscript, 'slug' | 'problem'>,
  fields: Fields,
): Promise<LoadedIssue> {
  const { body, ...issue } = issueSchema.parse({ ...fields, updatedAt: new Date() })
  const stories = listIssueStories(issue)
  const stored = await mapConcurrently(stories, maxConcurrentReads, ({ slug }) =>
    readDocument(desk, `articles/${slug}`),
  )
  const articles = stored.map(parseArticle)
  const names = await readAuthorNames(desk, articles)
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

function parseArticle(stored: StoredDocument | null): Article | null {
  const parsed = articleSchema.safeParse(stored?.fields)
  return parsed.success ? parsed.data : null
}

async function readAuthorNames(
  desk: Pick<Desk, 'firestore'>,
  articles: readonly (Article | null)[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = [...new Set(articles.flatMap((article) => article?.authors ?? []))]
  const authors = await mapConcurrently(slugs, maxConcurrentReads, (slug) =>
    readDocument(desk, `authors/${slug}`),
  )
  return new Map(slugs.map((slug, index) => [slug, String(authors[index]?.fields.name ?? slug)]))
}

/** Follows the order of `listIssueStories`. */
function getStoryField(index: number, { stories }: Pick<Issue, 'stories'>): FieldPath {
  if (index === 0) return ['lead', 'slug']
  return index <= stories.length ? ['stories', index - 1, 'slug'] : ['missed', 'slug']
}

function findStoryProblems(
  article: Article | null,
  stored: StoredDocument | null,
  { showsPicture }: { readonly showsPicture: boolean },
): string[] {
  if (!stored) return ['story not found']
  if (!article) return ['the stored story isn’t valid. Publish it again']
  return [
    ...(article.status === 'published' ? [] : [`the story is ${article.status}, not published`]),
    ...(showsPicture && article.image.altNeeded
      ? ['the story’s picture needs a description, for screen readers']
      : []),
  ]
}
