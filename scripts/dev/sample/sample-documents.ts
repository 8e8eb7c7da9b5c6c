/** The sample's manuscripts, read as the desk reads them. */
import { join } from 'node:path'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { findClosedImages } from '../../../src/content/manuscript/closed-images.ts'
import type { Manuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import { renderBody } from '../../../src/content/markdown.ts'
import { type Event, isSummit } from '../../../src/domain/event.ts'
import { addMonths } from '../../../src/domain/month.ts'
import { manuscriptCollections } from '../../../src/domain/publication.ts'
import { readManuscripts } from '../../desk/manuscripts/manuscript-file.ts'
import { type LocalFile, prepareImages } from '../../desk/manuscripts/manuscript-images.ts'

export type SampleDocument = {
  readonly path: string
  readonly fields: Record<string, unknown>
}
export type Sample = {
  readonly documents: readonly SampleDocument[]
  readonly images: readonly (LocalFile & { readonly isClosed: boolean })[]
}

/** A word that tests put after every free preview, to find leaks. */
export type Sentinel = (slug: string) => string

/** A fact about the sample, which belongs with its stories: other publications change src/publication/. */
const sampleNote =
  'The Verandah is a sample publication. Its stories, the people in them and its writers are invented.'

/** The limit is low, because images are decoded in full. */
const maxConcurrentManuscripts = 4

export async function createSampleDocuments(sentinel?: Sentinel): Promise<Sample> {
  const manuscripts = manuscriptCollections.flatMap((collection) =>
    readManuscripts(join(import.meta.dirname, collection)),
  )
  const prepared = await mapConcurrently(manuscripts, maxConcurrentManuscripts, (manuscript) =>
    prepareManuscript(manuscript, sentinel),
  )
  const documents: SampleDocument[] = prepared.map(({ document }) => document)
  documents.push({ path: 'front/home', fields: createFrontPage(documents) })
  return { documents, images: prepared.flatMap(({ images }) => images) }
}

async function prepareManuscript(manuscript: Manuscript, sentinel: Sentinel | undefined) {
  const { collection, slug, path } = manuscript
  const { fields, images, problems } = await prepareImages(manuscript, import.meta.dirname)
  if (problems.length > 0) throw new Error(`${path}: ${problems[0]!.message}`)
  const body = String(fields.body ?? '')
  const isYearly = collection === 'events' && !isSummit(slug)
  const isRestricted =
    collection === 'issues'
      ? body.includes('<!-- more -->')
      : collection === 'articles' && fields.access !== 'public'
  const closedImages = findClosedImages(collection, fields)
  return {
    document: {
      path: `${collection}/${slug}`,
      fields: {
        ...fields,
        ...(isYearly ? moveAhead(fields as EventTimes, new Date()) : {}),
        ...(sentinel && isRestricted ? { body: insertSentinel(body, sentinel(slug)) } : {}),
      },
    },
    images: images.map((image) => ({ ...image, isClosed: closedImages.has(image.id) })),
  }
}

type EventTimes = Pick<Event, 'startsAt' | 'endsAt'>

const week = 7 * 24 * 60 * 60 * 1000

/** Moves a yearly event by whole years, so that the event is in the future whenever the sample is loaded. */
export function moveAhead({ startsAt, endsAt }: EventTimes, now: Date): EventTimes {
  if (startsAt.getTime() > now.getTime() + week) return { startsAt, endsAt }
  return moveAhead({ startsAt: addMonths(startsAt, 12), endsAt: addMonths(endsAt, 12) }, now)
}

/** Adds the sentinel to every paragraph, including the last. */
function insertSentinel(body: string, sentinel: string): string {
  const { length } = findFreePreviewSource(body)
  const blocks = body.slice(length).split('\n\n')
  const withWords = blocks.map((block) =>
    // Directives, headings, tables, lists and the marker aren't paragraphs.
    /^\s*$|^\s*(?::{2,3}|#|\||<!--)|[:|]\s*$/.test(block)
      ? block
      : `${block.trimEnd()} ${sentinel}`,
  )
  return body.slice(0, length) + withWords.join('\n\n')
}

/** The free preview ends at the marker, or at the automatic cut. */
function findFreePreviewSource(body: string): string {
  const marker = body.indexOf('<!-- more -->')
  if (marker >= 0) return body.slice(0, marker + '<!-- more -->'.length)
  const paragraphs = body.split('\n\n')
  for (let count = 1; count <= paragraphs.length; count++) {
    const source = paragraphs.slice(0, count).join('\n\n')
    if (renderBody(`${source}\n\nx`).rest) return source
  }
  return body
}

/** The newest pick leads, and up to three more follow. */
export function createFrontPage(documents: readonly SampleDocument[]) {
  const picks = documents
    .filter(({ path, fields }) => path.startsWith('articles/') && fields.status === 'published')
    .filter(({ fields }) => fields.editorsPick === true || fields.category === 'editors-picks')
    .sort((one, other) => Number(other.fields.publishedAt) - Number(one.fields.publishedAt))
    .map(({ path }) => path.slice('articles/'.length))
  return { lead: picks[0] ?? null, order: picks.slice(1, 4), pins: [], note: sampleNote }
}
