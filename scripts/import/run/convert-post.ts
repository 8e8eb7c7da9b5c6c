/** A post that wasn't certainly public never becomes public; every change is noted. */

import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { requiresClosedPart } from '../../../src/content/markdown.ts'
import { maxAuthors } from '../../../src/domain/article.ts'
import type { CategorySlug } from '../../../src/domain/category.ts'
import type { ImageDetails } from '../../../src/domain/image/image.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportedPost } from '../items/imported-item.ts'
import {
  gatherNotes,
  type Note,
  type Noted,
  noteConversion,
  noteForEditor,
  noteLoss,
  noteUnpublished,
  removeDuplicateNotes,
  withNotes,
} from '../items/note.ts'
import { droppedValue, type Mapping } from '../mapping/mapping.ts'
import {
  type BodyWithImages,
  closeRecordings,
  ensureClosedPart,
  escapeBrokenDirectives,
  storeFiles,
} from './convert-body.ts'
import type { ImageImporter } from './import-images.ts'
import { chooseLeadPicture, createImage, mergePictures, removeLeadPicture } from './lead-picture.ts'
import { linkFilesToOldSite } from './old-site-files.ts'
import { removeInvisibleFromFields } from './remove-invisible-from-fields.ts'
import { renderImportedBody } from './render-imported-body.ts'
import { resolveLanguage } from './resolve-language.ts'
import { resolveTitleAndDek, type TitleAndDek } from './title-and-dek.ts'

export type ConvertedPost = {
  /** The fields without `importedFrom`. */
  readonly fields: Fields
  /** Pictures and recordings, keyed by their source; `isClosed` is true if only entitled readers get them. */
  readonly images: ReadonlyMap<string, { readonly isClosed: boolean }>
  readonly notes: readonly Note[]
  /** Pictures and recordings that another run may be able to fetch. */
  readonly missingImageCount: number
}

export type ConversionDeps = {
  readonly mapping: Mapping
  readonly images: Pick<ImageImporter, 'load' | 'loadRecording'>
  readonly authorSlug: (key: string) => string | null
  /** The fallback picture, already stored; null if the mapping names none. */
  readonly fallbackImage: ImageDetails | null
  readonly now: Date
}

/** The failure lists the reason first, then the notes. */
export async function convertPost(
  post: ImportedPost,
  context: ConversionDeps,
): Promise<Result<ConvertedPost, readonly Note[]>> {
  const withImages = await storeFiles(post.body, context.images, context.mapping.descriptions)
  const escaped = escapeBrokenDirectives(withImages.body)
  const linked = linkFilesToOldSite(escaped.body, context.mapping.oldSite)
  const postText = {
    ...withImages,
    body: linked.value,
    notes: gatherNotes(post, withImages, escaped, linked),
  }
  if (linked.value.trim() === '') return fail([noteLoss('has no text'), ...postText.notes])
  const { title, dek } = resolveTitleAndDek(post, postText)
  const titleAndDek = { title: title.value, dek: dek.value }
  const notes = gatherNotes(postText, title, dek)
  const converted =
    post.kind === 'page'
      ? convertPage(post, titleAndDek, postText, context.now)
      : await convertArticle(post, titleAndDek, postText, context)
  if (!converted.ok) return fail([noteLoss(converted.failure), ...notes])
  const fields = removeInvisibleFromFields(converted.value.fields)
  const hadInvisible = JSON.stringify(fields) !== JSON.stringify(converted.value.fields)
  const removed = hadInvisible ? [noteConversion('invisible characters removed')] : []
  // The text may show the lead picture too.
  const allNotes = removeDuplicateNotes([...notes, ...converted.value.notes, ...removed])
  return succeed({ ...converted.value, fields, notes: allNotes })
}

const statusPhrases: Readonly<Record<Exclude<ImportedPost['status'], 'published'>, string>> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  private: 'private',
  'password-protected': 'password-protected',
}

function convertPage(
  post: ImportedPost,
  titleAndDek: TitleAndDek,
  { body, figures, recordings, missingImageCount }: BodyWithImages,
  now: Date,
): Result<ConvertedPost, string> {
  if (post.status !== 'published') {
    return fail(`is ${statusPhrases[post.status]}, but pages can only be published here`)
  }
  if (post.visibility !== null && post.visibility !== 'public')
    return fail('isn’t public, but pages are always public here')
  if (post.publishedAt && post.publishedAt > now)
    return fail('has a date in the future, but pages can’t be scheduled here')
  const revisedAt = post.updatedAt ?? post.publishedAt
  const notes = revisedAt ? [] : [noteForEditor('no date: today is used as its revision date')]
  const { pageReason } = post
  if (pageReason) notes.push(noteConversion(`imported as a page: ${pageReason}`))
  const { title, dek } = titleAndDek
  const fields = {
    title,
    // A page needs a standfirst.
    dek: dek || title,
    body,
    revisedAt: revisedAt ?? startOfDay(now),
  }
  const images = new Map([...figures, ...recordings].map(({ src }) => [src, { isClosed: false }]))
  return succeed({ fields, images, notes, missingImageCount })
}

const startOfDay = (instant: Date) => new Date(`${instant.toISOString().slice(0, 10)}T00:00:00Z`)

async function convertArticle(
  post: ImportedPost,
  titleAndDek: TitleAndDek,
  postText: BodyWithImages,
  context: ConversionDeps,
): Promise<Result<ConvertedPost, string>> {
  const { mapping, now } = context
  const { figures, recordings } = postText
  const authors = resolveAuthors(post, context)
  if (authors.value.length === 0) return fail('has no author: set otherAuthor in the mapping file')
  const publication = resolvePublication(post, now)
  let { status } = publication.value
  const { publishedAt } = publication.value
  let access = post.visibility ?? mapping.access
  let { body } = postText
  const notes = gatherNotes(authors, publication)

  if (access !== 'public') {
    const closed = post.visibility === null ? withNotes(body) : closeRecordings(body)
    body = closed.value
    notes.push(...closed.notes)
    const withClosedPart = ensureClosedPart(body)
    if (withClosedPart === null) {
      if (post.visibility === null && mapping.shortPosts === 'public') {
        access = 'public'
        notes.push(noteConversion('too short for a closed part: made public'))
      } else if (requiresClosedPart({ status, access })) {
        if (status === 'published') notes.push(noteUnpublished('too short for a closed part'))
        else notes.push(noteForEditor('too short for a closed part: imported as a draft'))
        status = 'draft'
      }
    } else if (withClosedPart !== body) {
      body = withClosedPart
      notes.push(noteConversion('short text: its free preview is shorter than usual'))
    }
  }
  const openIds = new Set(renderImportedBody(body).files.freePreview)
  const isOpen = ({ id }: { id: string }) => access === 'public' || openIds.has(id)
  // Pictures that only subscribers could see stay closed.
  const usableFigures = post.visibility === null ? figures : figures.filter(isOpen)
  const lead = await chooseLeadPicture(post, usableFigures, context)
  const { picture } = lead
  notes.push(...lead.notes)
  const moved = picture && removeLeadPicture({ body, figures }, picture)
  if (moved) body = moved.body
  const image = picture
    ? createImage(moved ? mergePictures(picture, moved.figure) : picture, mapping)
    : context.fallbackImage
  if (!image) return fail('has no picture: set fallbackImage in the mapping file')
  if (!picture && !post.image)
    notes.push(noteForEditor('no picture: fallbackImage is used instead'))

  const images = new Map<string, { isClosed: boolean }>()
  for (const file of [...figures, ...recordings]) images.set(file.src, { isClosed: !isOpen(file) })
  if (picture) images.set(picture.src, { isClosed: false })
  const language = resolveLanguage(post, body)
  const category = resolveCategory(post, mapping)
  const tags = mapTerms<string>(post.tags, mapping.tags, tagLoss, mapping.otherTags)
  const fields = {
    ...titleAndDek,
    body,
    ...(language.value ? { language: language.value } : {}),
    category: category.value,
    tags: tags.value,
    authors: authors.value,
    image,
    access,
    status,
    ...(publishedAt ? { publishedAt } : {}),
  }
  return succeed({
    fields,
    images,
    notes: [...notes, ...gatherTermNotes(post, mapping, language, category, tags)],
    missingImageCount: postText.missingImageCount + lead.missingImageCount,
  })
}

type Publication = Pick<ImportedPost, 'publishedAt'> & {
  readonly status: 'draft' | 'scheduled' | 'published'
}

/** Any post that isn't plainly public becomes a draft. */
function resolvePublication(post: ImportedPost, now: Date): Noted<Publication> {
  const isUndated = post.status === 'published' && !post.publishedAt
  const publishedAt = isUndated ? post.updatedAt : post.publishedAt
  const become = (status: Publication['status'], ...notes: Note[]) =>
    withNotes({ status, publishedAt }, ...notes)
  const isInFuture = publishedAt !== null && publishedAt > now
  switch (post.status) {
    case 'draft':
      return become('draft')
    case 'private':
      return become('draft', noteConversion('private: imported as a draft'))
    case 'password-protected':
      return become(
        'draft',
        noteConversion('password-protected (the password isn’t imported): imported as a draft'),
      )
    case 'scheduled':
      if (isInFuture) return become('scheduled')
      return become(
        'draft',
        publishedAt
          ? noteForEditor('scheduled for a time in the past: imported as a draft')
          : noteForEditor('scheduled without a time: imported as a draft'),
      )
    case 'published': {
      if (!publishedAt) return become('draft', noteUnpublished('published without a date'))
      const notes = isUndated
        ? [noteForEditor('no date: the date of its last change is used instead')]
        : []
      return isInFuture
        ? become('scheduled', ...notes, noteForEditor('date in the future: scheduled'))
        : become('published', ...notes)
    }
  }
}

function resolveAuthors(
  post: ImportedPost,
  { authorSlug, mapping }: ConversionDeps,
): Noted<readonly string[]> {
  const slugs = [...new Set(post.authors.map(authorSlug).filter((slug) => slug !== null))]
  if (slugs.length > maxAuthors) {
    const finding = `{} of its authors not imported: the limit is ${maxAuthors}`
    const note = noteLoss(finding, `${slugs.length - maxAuthors}`)
    return withNotes(slugs.slice(0, maxAuthors), note)
  }
  const { otherAuthor } = mapping
  if (slugs.length > 0 || otherAuthor === null) return withNotes(slugs)
  return withNotes([otherAuthor], noteForEditor('no author: {} is used instead', otherAuthor))
}

/** Returns the mapping's values for terms, each once, and notes the terms that aren't imported. */
function mapTerms<Value extends string>(
  names: readonly string[],
  terms: ReadonlyMap<string, Value | typeof droppedValue>,
  loss: string,
  other: Value | typeof droppedValue = droppedValue,
): Noted<readonly Value[]> {
  const mapped = [...new Set(names)].map((name) => ({ name, value: terms.get(name) ?? other }))
  const isDropped = ({ value }: { value: string }) => value === droppedValue
  const values = mapped.filter((term) => !isDropped(term)).map(({ value }) => value as Value)
  const notes = mapped.filter(isDropped).map(({ name }) => noteLoss(loss, name))
  return withNotes([...new Set(values)], ...notes)
}

/** Ghost's tags are categories too: a term mapped to either isn't lost, and one mapped to neither is noted once. */
function gatherTermNotes(
  { categories, tags }: ImportedPost,
  mapping: Mapping,
  ...noted: readonly Noted<unknown>[]
): Note[] {
  const isCategory = (name: string) =>
    (mapping.categories.get(name) ?? droppedValue) !== droppedValue
  return gatherNotes(...noted).filter(({ finding, detail = '' }) => {
    if (finding === categoryLoss) return !tags.includes(detail)
    return finding !== tagLoss || !(categories.includes(detail) && isCategory(detail))
  })
}

const categoryLoss = 'category {} not imported'
const tagLoss = 'tag {} not imported'

function resolveCategory(post: ImportedPost, mapping: Mapping): Noted<CategorySlug> {
  const mapped = mapTerms<CategorySlug>(post.categories, mapping.categories, categoryLoss)
  const [first, ...others] = mapped.value
  if (first === undefined) {
    const note = noteForEditor('no mapped category: {} is used instead', mapping.otherCategory)
    return withNotes(mapping.otherCategory, ...mapped.notes, note)
  }
  const finding = 'also in {}: not imported, because articles have one category here'
  return withNotes(first, ...mapped.notes, ...others.map((other) => noteLoss(finding, other)))
}
