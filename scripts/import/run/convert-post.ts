/** A post that wasn't certainly public never becomes public; every change is noted. */

import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { requiresClosedPart } from '../../../src/content/markdown.ts'
import { maxAuthors } from '../../../src/domain/article.ts'
import type { CategorySlug } from '../../../src/domain/category.ts'
import type { ImageDetails } from '../../../src/domain/image/image.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportedPost } from '../items/imported-item.ts'
import {
  type Note,
  noteConversion,
  noteForEditor,
  noteLoss,
  noteUnpublished,
  removeDuplicateNotes,
} from '../items/note.ts'
import { toSingleLine, truncate } from '../items/single-line.ts'
import { droppedValue, type Mapping } from '../mapping/mapping.ts'
import {
  type BodyWithImages,
  ensureClosedPart,
  escapeBrokenDirectives,
  storeFigures,
} from './convert-body.ts'
import type { ImageImporter } from './import-images.ts'
import { chooseLeadPicture, createImage, mergePictures, removeLeadPicture } from './lead-picture.ts'
import { renderImportedBody } from './render-imported-body.ts'
import { extractStandfirst, isGeneratedExcerpt } from './standfirst.ts'

export type ConvertedPost = {
  /** Without `importedFrom`. */
  readonly fields: Fields
  /** By the picture's source; `isClosed` if only entitled readers see it. */
  readonly images: ReadonlyMap<string, { readonly isClosed: boolean }>
  readonly notes: readonly Note[]
  /** Pictures that another run may be able to fetch. */
  readonly missingImageCount: number
}

export type ConversionDeps = {
  readonly mapping: Mapping
  readonly images: Pick<ImageImporter, 'load'>
  readonly authorSlug: (key: string) => string | null
  /** Already stored; null if the mapping has none. */
  readonly fallbackImage: ImageDetails | null
  readonly now: Date
}

/** The failure lists the reason first, then the notes. */
export async function convertPost(
  post: ImportedPost,
  context: ConversionDeps,
): Promise<Result<ConvertedPost, readonly Note[]>> {
  const notes = [...post.notes]
  const withImages = await storeFigures(post.body, context.images, context.mapping.descriptions)
  const escaped = escapeBrokenDirectives(withImages.body)
  notes.push(...withImages.notes, ...escaped.notes)
  if (escaped.body.trim() === '') return fail([noteLoss('has no text'), ...notes])
  const postText = { ...withImages, body: escaped.body, notes }
  const titleAndDek = resolveTitleAndDek(post, postText, notes)
  const converted =
    post.kind === 'page'
      ? convertPage(post, titleAndDek, postText, context.now)
      : await convertArticle(post, titleAndDek, postText, context)
  return converted.ok ? converted : fail([noteLoss(converted.failure), ...notes])
}

type PostText = BodyWithImages & { readonly notes: Note[] }
type TitleAndDek = { readonly title: string; readonly dek: string }

function resolveTitleAndDek(
  post: ImportedPost,
  { body, figures }: BodyWithImages,
  notes: Note[],
): TitleAndDek {
  const { freePreview, rest } = renderImportedBody(body)
  const html = freePreview + rest
  // The standfirst is public, the rest of an article may not be.
  const readStandfirst = () => extractStandfirst(post.kind === 'page' ? html : freePreview)
  let title = truncate(post.title, 200)
  if (title === '') {
    title = truncate(readStandfirst(), 80) || 'Untitled'
    notes.push(noteForEditor('no title: its first words are used instead'))
  } else if (title !== toSingleLine(post.title))
    notes.push(noteLoss('title shortened to 200 characters'))
  let dek = truncate(post.dek ?? '', 400)
  const captions = [post.image, ...figures].flatMap((picture) => picture?.caption ?? [])
  const isGenerated = dek !== '' && isGeneratedExcerpt(dek, html, captions)
  if (dek === '' || isGenerated) {
    dek = truncate(readStandfirst(), 400)
    const reason = isGenerated ? 'excerpt made from a caption or heading' : 'no excerpt'
    notes.push(
      noteConversion(
        `${reason}${dek ? ': its first sentence is used instead' : ', and no sentence for one'}`,
      ),
    )
  } else if (dek !== toSingleLine(post.dek ?? ''))
    notes.push(noteLoss('excerpt shortened to 400 characters'))
  return { title, dek }
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
  { body, figures, notes, missingImageCount }: PostText,
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
  if (!revisedAt) notes.push(noteForEditor('no date: today is used as its revision date'))
  const { title, dek } = titleAndDek
  const fields = {
    title,
    // A page needs one.
    dek: dek || title,
    body,
    revisedAt: revisedAt ?? startOfDay(now),
  }
  const images = new Map(figures.map(({ src }) => [src, { isClosed: false }]))
  return succeed({ fields, images, notes, missingImageCount })
}

const startOfDay = (instant: Date) => new Date(`${instant.toISOString().slice(0, 10)}T00:00:00Z`)

async function convertArticle(
  post: ImportedPost,
  titleAndDek: TitleAndDek,
  postText: PostText,
  context: ConversionDeps,
): Promise<Result<ConvertedPost, string>> {
  const { mapping, now } = context
  const { notes, figures } = postText
  const authors = resolveAuthors(post, context, notes)
  if (authors.length === 0) return fail('has no author, and the mapping has no otherAuthor')
  let { status, publishedAt } = resolvePublication(post, now, notes)
  let access = post.visibility ?? mapping.access
  let { body } = postText

  if (access !== 'public') {
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
  const openImageIds = new Set(renderImportedBody(body).images.freePreview)
  const isOpen = ({ id }: { id: string }) => access === 'public' || openImageIds.has(id)
  // Pictures that only subscribers could see stay closed.
  const usableFigures = post.visibility === null ? figures : figures.filter(isOpen)
  const lead = await chooseLeadPicture(post, usableFigures, context, notes)
  const { picture } = lead
  const moved = picture && removeLeadPicture({ body, figures }, picture)
  if (moved) body = moved.body
  const image = picture
    ? createImage(moved ? mergePictures(picture, moved.figure) : picture, mapping)
    : context.fallbackImage
  if (!image) return fail('has no picture, and the mapping has no fallbackImage')
  if (!picture && !post.image)
    notes.push(noteForEditor('no picture: fallbackImage is used instead'))

  const images = new Map<string, { isClosed: boolean }>()
  for (const figure of figures) images.set(figure.src, { isClosed: !isOpen(figure) })
  if (picture) images.set(picture.src, { isClosed: false })
  const fields = {
    ...titleAndDek,
    body,
    category: resolveCategory(post, mapping, notes),
    tags: mapTerms<string>(post.tags, mapping.tags, 'tag', notes, mapping.otherTags),
    authors,
    image,
    access,
    status,
    ...(publishedAt ? { publishedAt } : {}),
  }
  return succeed({
    fields,
    images,
    // The text may show the lead picture too.
    notes: removeDuplicateNotes(notes),
    missingImageCount: postText.missingImageCount + lead.missingImageCount,
  })
}

/** Any post that isn't plainly public becomes a draft. */
function resolvePublication(post: ImportedPost, now: Date, notes: Note[]) {
  const isUndated = post.status === 'published' && !post.publishedAt
  const publishedAt = isUndated ? post.updatedAt : post.publishedAt
  const draft = (note: Note) => {
    notes.push(note)
    return { status: 'draft' as const, publishedAt }
  }
  const isInFuture = publishedAt !== null && publishedAt > now
  switch (post.status) {
    case 'draft':
      return { status: 'draft' as const, publishedAt }
    case 'private':
      return draft(noteConversion('private: imported as a draft'))
    case 'password-protected':
      return draft(
        noteConversion('password-protected (the password isn’t imported): imported as a draft'),
      )
    case 'scheduled':
      if (!publishedAt) return draft(noteForEditor('scheduled without a time: imported as a draft'))
      return isInFuture
        ? { status: 'scheduled' as const, publishedAt }
        : draft(noteForEditor('scheduled for a time in the past: imported as a draft'))
    case 'published':
      if (!publishedAt) return draft(noteUnpublished('published without a date'))
      if (isUndated) notes.push(noteForEditor('no date: that of its last change is used instead'))
      if (!isInFuture) return { status: 'published' as const, publishedAt }
      notes.push(noteForEditor('date in the future: scheduled'))
      return { status: 'scheduled' as const, publishedAt }
  }
}

function resolveAuthors(
  post: ImportedPost,
  { authorSlug, mapping }: ConversionDeps,
  notes: Note[],
) {
  const slugs = [...new Set(post.authors.map(authorSlug).filter((slug) => slug !== null))]
  if (slugs.length > maxAuthors)
    notes.push(
      noteLoss(
        `{} of its authors not imported: the limit is ${maxAuthors}`,
        `${slugs.length - maxAuthors}`,
      ),
    )
  if (slugs.length > 0) return slugs.slice(0, maxAuthors)
  if (mapping.otherAuthor === null) return []
  notes.push(noteForEditor('no author: {} is used instead', mapping.otherAuthor))
  return [mapping.otherAuthor]
}

/** The mapping's values of terms, each once; notes the terms that aren't imported. */
function mapTerms<Value extends string>(
  names: readonly string[],
  terms: ReadonlyMap<string, Value | typeof droppedValue>,
  label: string,
  notes: Note[],
  other: Value | typeof droppedValue = droppedValue,
): Value[] {
  const mapped = new Set<Value>()
  for (const name of new Set(names)) {
    const value = terms.get(name) ?? other
    if (value === droppedValue) notes.push(noteLoss(`${label} {} not imported`, name))
    else mapped.add(value as Value)
  }
  return [...mapped]
}

function resolveCategory(post: ImportedPost, mapping: Mapping, notes: Note[]): CategorySlug {
  const mapped = mapTerms<CategorySlug>(post.categories, mapping.categories, 'category', notes)
  const [first = mapping.otherCategory, ...others] = mapped
  if (mapped.length === 0)
    notes.push(noteForEditor('no mapped category: {} is used instead', first))
  for (const other of others)
    notes.push(noteLoss('also in {}: not imported, because articles have one category here', other))
  return first
}
