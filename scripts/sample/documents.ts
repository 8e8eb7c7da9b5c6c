/** The sample publication as Firestore documents, with its pictures. */
import { join } from 'node:path'
import { renderBody } from '../../src/content/markdown.ts'
import { type CategorySlug, categories, type Dye } from '../../src/domain/category.ts'
import { type Manuscript, readManuscripts } from '../desk/manuscript.ts'
import { type StoredPicture, storedPicture } from './pictures.ts'
import type { Motif } from './prints/print.ts'

export type SampleDocument = {
  readonly path: string
  readonly fields: Record<string, unknown>
}
/** A picture with whether it stands only where readers have to be entitled. */
export type SamplePicture = StoredPicture & { readonly closed: boolean }
export type Sample = {
  readonly documents: SampleDocument[]
  readonly pictures: SamplePicture[]
}

type PictureFields = { motif: Motif; dye?: Dye; alt: string; credit?: string }

const landscape = { width: 2400, height: 1600, composition: 'allover' } as const
const portrait = { width: 1200, height: 1200, composition: 'roundel' } as const
const figurePattern = /^::figure\{src="([a-z0-9-]+)\.jpg" motif="([a-z]+)"/gm
const folder = import.meta.dirname

/** What the tests put behind every lead-in, to find it where it must not be. */
export type Sentinel = (slug: string) => string

/** Appends the sentinel to every paragraph of the closed part, the last one included. */
function withSentinel(body: string, sentinel: string): string {
  const { length } = leadInSource(body)
  const blocks = body.slice(length).split('\n\n')
  const marked = blocks.map((block) =>
    // Directives, headings, tables, lists and the marker itself are no paragraphs.
    /^\s*$|^\s*(?::{2,3}|#|\||<!--)|[:|]\s*$/.test(block)
      ? block
      : `${block.trimEnd()} ${sentinel}`,
  )
  return body.slice(0, length) + marked.join('\n\n')
}

/** The source of the lead-in: up to the marker, else up to the automatic cut. */
function leadInSource(body: string): string {
  const marker = body.indexOf('<!-- more -->')
  if (marker >= 0) return body.slice(0, marker + '<!-- more -->'.length)
  const paragraphs = body.split('\n\n')
  for (let count = 1; count <= paragraphs.length; count++) {
    const source = paragraphs.slice(0, count).join('\n\n')
    if (renderBody(`${source}\n\nx`).rest) return source
  }
  return body
}

/** Draws the figures of a body and writes their ids and sizes in place of the files' names. */
async function drawFigures(manuscript: Manuscript, cache: string) {
  const pictures: StoredPicture[] = []
  const { dye } = categories[manuscript.fields.category as CategorySlug]
  let body = manuscript.body
  for (const [whole, seed, motif] of manuscript.body.matchAll(figurePattern)) {
    const picture = await storedPicture(
      { seed: seed!, motif: motif as Motif, dye, ...landscape },
      cache,
    )
    pictures.push(picture)
    body = body.replace(
      whole,
      `::figure{image="${picture.id}" width="${picture.width}" height="${picture.height}"`,
    )
  }
  return { body, pictures }
}

/** Reads and draws everything. `cache` is the folder where drawn pictures are kept. */
export async function sampleDocuments(cache: string, sentinel?: Sentinel): Promise<Sample> {
  const documents: SampleDocument[] = []
  const pictures: SamplePicture[] = []

  async function leadPicture(
    seed: string,
    fields: PictureFields,
    dye: Dye,
    shape: typeof landscape | typeof portrait,
  ) {
    const picture = await storedPicture({ seed, motif: fields.motif, dye, ...shape }, cache)
    pictures.push({ ...picture, closed: false })
    const credit = fields.credit ?? 'Print by The Verandah studio'
    return { id: picture.id, alt: fields.alt, credit, width: picture.width, height: picture.height }
  }

  for (const manuscript of readManuscripts(join(folder, 'articles'))) {
    const { slug, fields } = manuscript
    const { dye } = categories[fields.category as CategorySlug]
    const drawn = await drawFigures(manuscript, cache)
    const isClosed = fields.access !== 'public'
    const body = sentinel && isClosed ? withSentinel(drawn.body, sentinel(slug)) : drawn.body
    const open = new Set(renderBody(body).pictures.leadIn)
    for (const picture of drawn.pictures) {
      pictures.push({ ...picture, closed: isClosed && !open.has(picture.id) })
    }
    const image = await leadPicture(slug, fields.image as PictureFields, dye, landscape)
    documents.push({ path: `articles/${slug}`, fields: { ...fields, image, body } })
  }
  for (const { slug, fields, body } of readManuscripts(join(folder, 'authors'))) {
    const wanted = fields.portrait as PictureFields
    const image = await leadPicture(slug, wanted, wanted.dye ?? 'indigo', portrait)
    documents.push({ path: `authors/${slug}`, fields: { ...fields, portrait: image, body } })
  }
  for (const { slug, fields, body } of readManuscripts(join(folder, 'events'))) {
    const image = await leadPicture(
      slug,
      fields.image as PictureFields,
      fields.dye as Dye,
      landscape,
    )
    documents.push({ path: `events/${slug}`, fields: { ...fields, image, body } })
  }
  for (const { slug, fields, body } of readManuscripts(join(folder, 'pages'))) {
    documents.push({ path: `pages/${slug}`, fields: { ...fields, body } })
  }
  documents.push({ path: 'front/home', fields: frontPage(documents) })
  return { documents, pictures }
}

/** The editor's choice for the front page: the newest picks lead, one to a category behind them. */
function frontPage(documents: readonly SampleDocument[]) {
  const picks = documents
    .filter(({ path, fields }) => path.startsWith('articles/') && fields.status === 'published')
    .filter(({ fields }) => fields.editorsPick === true || fields.category === 'editors-picks')
    .sort((one, other) => Number(other.fields.publishedAt) - Number(one.fields.publishedAt))
    .map(({ path }) => path.slice('articles/'.length))
  return { lead: picks[0] ?? null, order: picks.slice(1, 4), pins: [] }
}
