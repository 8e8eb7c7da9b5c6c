/**
 * A post of a source becomes a document of ours, by the editor's mapping. What is not certain to have
 * been public never becomes so; whatever changes on the way is noted.
 */
import type { Fields } from '../../../functions/adapters/firestore-values.ts'
import { renderBody } from '../../../src/content/markdown.ts'
import type { CategorySlug } from '../../../src/domain/category.ts'
import type { Picture } from '../../../src/domain/picture.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Tag } from '../../../src/domain/tag.ts'
import { shortBiography } from '../../../src/features/articles/biography.ts'
import type { ImportedPost } from '../import/imported.ts'
import {
  mendDirectives,
  type PlacedFigure,
  placeFigures,
  undescribed,
  withSomethingBehind,
} from './import-body.ts'
import type { ImportPictures } from './import-pictures.ts'
import { dropped, type Mapping } from './mapping.ts'
import { cutShort, oneLine } from './plain-words.ts'

export type TakenPost = {
  readonly fields: Fields
  /** Sources of its pictures, and whether each stands only where readers have to be entitled. */
  readonly pictures: ReadonlyMap<string, { readonly closed: boolean }>
  readonly notes: readonly string[]
  /** Pictures that another run may have more luck with. */
  readonly missed: number
}

export type PostContext = {
  readonly mapping: Mapping
  readonly pictures: Pick<ImportPictures, 'look'>
  /** Where the mapping's author lies at the desk. */
  readonly authorSlug: (key: string) => string | null
  /** Stored already; null where the mapping names none. */
  readonly fallback: Picture | null
  readonly now: Date
}

const longestAlt = 500

/** Fails with why nothing of it can be taken, that reason first. */
export async function takePost(
  post: ImportedPost,
  context: PostContext,
): Promise<Result<TakenPost, readonly string[]>> {
  const notes = [...post.notes]
  const placed = await placeFigures(post.body, context.pictures, context.mapping.descriptions)
  const mended = mendDirectives(placed.body)
  notes.push(...placed.notes, ...mended.notes)
  if (mended.body.trim() === '') return fail(['has no text', ...notes])
  const text = { ...placed, body: mended.body, notes }
  const words = wordsOf(post, text.body, notes)
  const taken =
    post.kind === 'page'
      ? takePage(post, words, text, context.now)
      : await takeArticle(post, words, text, context)
  return taken.ok ? taken : fail([taken.failure, ...notes])
}

type Text = {
  readonly body: string
  readonly figures: readonly PlacedFigure[]
  readonly notes: string[]
  readonly missed: number
}
type Words = { readonly title: string; readonly dek: string }

function wordsOf(post: ImportedPost, body: string, notes: string[]): Words {
  const opening = shortBiography(renderBody(body).leadIn, 200)
  let title = cutShort(post.title, 200)
  if (title === '') {
    title = cutShort(opening, 80) || 'Untitled'
    notes.push('it had no title: its first words stand there')
  } else if (title !== oneLine(post.title)) notes.push('its title was longer than 200 characters')
  let dek = cutShort(post.dek ?? '', 400)
  if (dek === '') {
    dek = cutShort(opening, 400) || title
    notes.push('it had no excerpt: its first sentence stands there')
  } else if (dek !== oneLine(post.dek ?? ''))
    notes.push('its excerpt was longer than 400 characters')
  return { title, dek }
}

const statusWords: Readonly<Record<Exclude<ImportedPost['status'], 'published'>, string>> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  private: 'private',
  'behind-password': 'behind a password',
}

function takePage(
  post: ImportedPost,
  words: Words,
  { body, figures, notes, missed }: Text,
  now: Date,
): Result<TakenPost, string> {
  if (post.status !== 'published') {
    return fail(`is ${statusWords[post.status]}, and pages have no drafts here`)
  }
  if (post.visibility !== null && post.visibility !== 'public')
    return fail('is not for everybody, and pages are open here')
  if (post.publishedAt && post.publishedAt > now)
    return fail('has a date that is still to come, and pages are not scheduled here')
  const revisedAt = post.updatedAt ?? post.publishedAt
  if (!revisedAt) notes.push('it had no date: it counts as revised today')
  const fields = {
    ...words,
    body,
    revisedAt: revisedAt ?? startOfDay(now),
    importedFrom: post.sourceId,
  }
  const pictures = new Map(figures.map(({ src }) => [src, { closed: false }]))
  return succeed({ fields, pictures, notes, missed })
}

const startOfDay = (instant: Date) => new Date(`${instant.toISOString().slice(0, 10)}T00:00:00Z`)

async function takeArticle(
  post: ImportedPost,
  words: Words,
  text: Text,
  context: PostContext,
): Promise<Result<TakenPost, string>> {
  const { mapping, now } = context
  const { notes, figures } = text
  const authors = authorsOf(post, context, notes)
  if (authors.length === 0) return fail('has no author, and the mapping names none for such posts')
  let { status, publishedAt } = standingOf(post, now, notes)
  let access = post.visibility ?? mapping.access
  let { body } = text

  if (access !== 'public') {
    const cut = withSomethingBehind(body)
    if (cut !== null && cut !== body) {
      body = cut
      notes.push('it was too short for a lead-in of the usual length: only its beginning is open')
    } else if (cut === null && post.visibility === null && mapping.shortPosts === 'public') {
      access = 'public'
      notes.push('it has nothing to put behind a lead-in: public')
    } else if (cut === null && status !== 'draft') {
      status = 'draft'
      notes.push('it has nothing to put behind a lead-in: kept as a draft')
    }
  }
  const open = new Set(renderBody(body).pictures.leadIn)
  const isOpen = ({ id }: { id: string }) => access === 'public' || open.has(id)
  // What its readers paid for is not shown to everybody now.
  const showable = post.visibility === null ? figures : figures.filter(isOpen)
  const lead = await leadPicture(post, showable, context, notes)
  if (!lead)
    return fail('has no picture with a description, and the mapping names none for such posts')

  const pictures = new Map<string, { closed: boolean }>()
  for (const figure of figures) pictures.set(figure.src, { closed: !isOpen(figure) })
  if (lead.src !== null) pictures.set(lead.src, { closed: false })
  const fields = {
    ...words,
    body,
    category: categoryOf(post, mapping, notes),
    tags: tagsOf(post, mapping, notes),
    authors,
    image: lead.image,
    access,
    status,
    ...(publishedAt ? { publishedAt } : {}),
    importedFrom: post.sourceId,
  }
  return succeed({ fields, pictures, notes, missed: text.missed + lead.missed })
}

/** Never public by surprise: whatever is not plainly public now waits for an editor. */
function standingOf(post: ImportedPost, now: Date, notes: string[]) {
  const { publishedAt } = post
  const draft = (note: string) => {
    notes.push(`${note}: kept as a draft`)
    return { status: 'draft' as const, publishedAt }
  }
  const isToCome = publishedAt !== null && publishedAt > now
  switch (post.status) {
    case 'draft':
      return { status: 'draft' as const, publishedAt }
    case 'private':
      return draft('it was private')
    case 'behind-password':
      return draft('it was behind a password, which is left behind')
    case 'scheduled':
      if (!publishedAt) return draft('it was scheduled for no time')
      return isToCome
        ? { status: 'scheduled' as const, publishedAt }
        : draft('it was scheduled for a time that has passed')
    case 'published':
      if (!publishedAt) return draft('it was published at no time that is known')
      if (!isToCome) return { status: 'published' as const, publishedAt }
      notes.push('its date is still to come: scheduled for then')
      return { status: 'scheduled' as const, publishedAt }
  }
}

function authorsOf(post: ImportedPost, { authorSlug, mapping }: PostContext, notes: string[]) {
  const slugs = [...new Set(post.authors.map(authorSlug).filter((slug) => slug !== null))]
  if (slugs.length > 10)
    notes.push(`${slugs.length - 10} of its authors are left out: ten is the most`)
  if (slugs.length > 0) return slugs.slice(0, 10)
  if (mapping.otherAuthor === null) return []
  notes.push(`it had no author: ${mapping.otherAuthor} stands there`)
  return [mapping.otherAuthor]
}

function categoryOf(post: ImportedPost, mapping: Mapping, notes: string[]): CategorySlug {
  const mapped = new Set<CategorySlug>()
  for (const name of new Set(post.categories)) {
    const category = mapping.categories.get(name) ?? dropped
    if (category === dropped) notes.push(`its category ${name} is left out`)
    else mapped.add(category)
  }
  const [first = mapping.otherCategory, ...others] = mapped
  if (mapped.size === 0) notes.push(`it had no category that is kept: ${first} stands there`)
  for (const other of others) notes.push(`it stood in ${other} as well, and has one category here`)
  return first
}

function tagsOf(post: ImportedPost, mapping: Mapping, notes: string[]): Tag[] {
  const tags = new Set<Tag>()
  for (const name of new Set(post.tags)) {
    const tag = mapping.tags.get(name) ?? dropped
    if (tag === dropped) notes.push(`its tag ${name} is left out`)
    else tags.add(tag)
  }
  // All that there are fit into an article.
  return [...tags]
}

type Lead = { readonly image: Picture; readonly src: string | null; readonly missed: number }

/** The picture that it came with, else the first in its text, else the mapping's for all such posts. */
async function leadPicture(
  post: ImportedPost,
  figures: readonly PlacedFigure[],
  { mapping, pictures, fallback }: PostContext,
  notes: string[],
): Promise<Lead | null> {
  let missed = 0
  if (post.image) {
    const { src, caption, credit } = post.image
    const alt = oneLine(post.image.alt || mapping.descriptions.get(src) || caption || '')
    const looked = alt ? await pictures.look(src) : fail(undescribed)
    if (looked.ok) {
      const image = imageOf(looked.value, alt, credit, mapping)
      return { image, src, missed }
    }
    if (looked.failure.passing) missed++
    notes.push(`its picture ${src} ${looked.failure.reason}, so another stands in its place`)
  }
  const [first] = figures
  if (first)
    return { image: imageOf(first, first.alt, first.credit, mapping), src: first.src, missed }
  if (!fallback) return null
  if (!post.image) notes.push('it had no picture: the one for such posts stands there')
  return { image: fallback, src: null, missed }
}

function imageOf(
  { id, width, height }: { id: string; width: number; height: number },
  alt: string,
  credit: string | null,
  mapping: Mapping,
): Picture {
  const by = cutShort(credit ?? '', 200) || mapping.credit
  return { id, alt: cutShort(alt, longestAlt), credit: by, width, height }
}
