/** Renders the text of a draft that isn't a story, as the build would (scripts/build/sync-content.ts). */
import type { IssueEntry, RenderedDocument } from '../../src/contracts/pages/rendered-document.ts'
import {
  type LandingStory,
  landingListSchema,
  listsPath,
} from '../../src/contracts/site-files/landing.ts'
import type { ArchivePage } from '../../src/domain/archive/archive-pages.ts'
import type { Issue, IssueStory } from '../../src/domain/issue/issue.ts'
import { type ManuscriptCollection, publicationSchemas } from '../../src/domain/publication.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { detectWritingSystems } from '../../src/domain/writing-system.ts'
import { loadPublished, loadStory, type Unavailable } from '../articles/load-article.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { getErrorName } from '../platform/error-name.ts'
import { readAsset } from '../platform/http/read-asset.ts'
import type { DocumentsDeps } from './documents-deps.ts'

type DraftRef = {
  readonly collection: Exclude<ManuscriptCollection, 'articles'>
  readonly slug: string
}

const loadPipeline = () => import('../../src/content/markdown.ts')

/** Null for an unfinished draft. An issue costs the reads of up to ten stories. */
export async function renderDraft(
  deps: DocumentsDeps,
  { collection, slug }: DraftRef,
  fields: Fields,
): Promise<Result<RenderedDocument | null, Unavailable>> {
  const { renderPublicText } = await loadPipeline()
  const addHtml = <Text extends { body: string; updatedAt: Date }>(text: Text) => {
    const { body, updatedAt: _, ...rest } = text
    return { ...rest, slug, html: renderPublicText(body) }
  }
  switch (collection) {
    case 'pages': {
      const { data } = publicationSchemas.pages.safeParse(fields)
      return succeed(data ? { collection, page: addHtml(data) } : null)
    }
    case 'events': {
      const { data } = publicationSchemas.events.safeParse(fields)
      return succeed(data ? { collection, event: addHtml(data) } : null)
    }
    case 'authors': {
      const { data } = publicationSchemas.authors.safeParse(fields)
      return succeed(data ? { collection, author: addHtml(data) } : null)
    }
    case 'tags': {
      const { data } = publicationSchemas.tags.safeParse(fields)
      if (!data) return succeed(null)
      const { name, description } = data
      return succeed({ collection, tag: { slug, name, description } })
    }
    case 'issues': {
      const { data } = publicationSchemas.issues.safeParse(fields)
      return data ? renderIssue(deps, slug, data) : succeed(null)
    }
  }
}

async function renderIssue(
  deps: DocumentsDeps,
  slug: string,
  { body, ...issue }: Issue,
): Promise<Result<RenderedDocument, Unavailable>> {
  const { renderIssueBody } = await loadPipeline()
  const { freePreview: html, rest } = renderIssueBody(body)
  const { subject, preheader, date, lead, stories, missed } = issue
  const loaded = await Promise.all(
    [lead, ...stories, ...(missed ? [missed] : [])].map((one) => loadEntry(deps, one)),
  )
  const entries: (Entry | null)[] = []
  for (const one of loaded) {
    if (!one.ok) return one
    entries.push(one.value)
  }
  const end = 1 + stories.length
  return succeed({
    collection: 'issues',
    issue: {
      slug,
      subject,
      preheader,
      date,
      html,
      lead: entries[0] ?? null,
      stories: entries.slice(1, end).filter((entry) => entry !== null),
      missed: entries[end] ?? null,
      hasClosedPart: rest !== '',
      closedWritingSystems: detectWritingSystems(rest),
    },
  })
}

type Entry = IssueEntry & { readonly opening: string }

/** Null for a story that readers can't open. */
async function loadEntry(
  deps: DocumentsDeps,
  { slug, line }: IssueStory,
): Promise<Result<Entry | null, Unavailable>> {
  const published = await loadPublished(deps, slug)
  if (!published.ok) return published
  if (!published.value) return succeed(null)
  const story = await loadStory(deps, slug, published.value)
  if (!story.ok) return story
  const { article, freePreview } = story.value
  return succeed({ story: article, line: line ?? article.dek, opening: freePreview })
}

/** The stories that the page lists as of the last build; none for a new author or tag. */
export async function loadArchive(
  { env, log }: Pick<DocumentsDeps, 'env' | 'log'>,
  { collection, slug }: DraftRef,
): Promise<ArchivePage<LandingStory>> {
  const empty = { number: null, items: [], newer: undefined, older: undefined }
  if (collection !== 'authors' && collection !== 'tags') return empty
  const name = collection === 'authors' ? `author/${slug}` : `tag/${slug}`
  try {
    const text = await readAsset(env.ASSETS, `${listsPath}/${name}`)
    if (text === null) return empty
    const { stories, archive } = landingListSchema.parse(JSON.parse(text))
    const size = archive?.size ?? stories.length
    return { ...empty, items: stories.slice(0, size), older: archive?.older }
  } catch (error) {
    log('landing_list_unreadable', { name, error: getErrorName(error) })
    return empty
  }
}
