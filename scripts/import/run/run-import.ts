/**
 * Imports authors, then posts in batches, each after its images, then redirects from archives.
 * Another call continues an interrupted import, because it finds documents by their source ids.
 */

import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { ImageDetails } from '../../../src/domain/image/image.ts'
import { succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import type { ImportedItem, ImportedPost } from '../items/imported-item.ts'
import { type Note, noteConversion, noteForEditor, noteLoss } from '../items/note.ts'
import { droppedValue, type Mapping } from '../mapping/mapping.ts'
import { authorSourceId, type SourceKeys } from '../mapping/source-key.ts'
import type { SourceSurvey } from '../mapping/source-survey.ts'
import { convertAuthor, resolveAuthors } from './convert-author.ts'
import { convertPost } from './convert-post.ts'
import type { ImageImporter } from './import-images.ts'
import type { ImportReport } from './import-report.ts'
import type { ImportedDocument, UpsertOptions } from './imported-document.ts'
import type { AddressPlan } from './plan-addresses.ts'
import { type PublicationIndex, toArchiveSlug } from './publication-index.ts'
import { createRedirectPlanner } from './redirect-planner.ts'
import type { ReportRow } from './report-row.ts'
import { commitInBatches, upsertDocuments } from './upsert-documents.ts'

export type ImportRunOptions = UpsertOptions & {
  readonly desk: Desk
  /** The source's name, such as `wordpress`, `ghost` or `markdown`. */
  readonly source: string
  readonly keys: SourceKeys
  readonly addresses: AddressPlan
  readonly items: AsyncIterable<ImportedItem>
  readonly survey: SourceSurvey
  readonly mapping: Mapping
  readonly index: PublicationIndex
  readonly images: ImageImporter
  /** The fallback picture, already stored; null if the mapping names none. */
  readonly fallbackImage: ImageDetails | null
  readonly report: ImportReport
  readonly onPost: () => void
  /** Called after each commit, even if the import fails later. */
  readonly onCommit: (committedAt: string) => void
  readonly now: Date
}

/** Limits of a batch, which is held in memory: posts, and characters of their texts. */
const maxBatchPosts = 100
const maxBatchCharacters = 8_000_000

export async function runImport(run: ImportRunOptions): Promise<void> {
  const authorRefs = resolveAuthors(run)
  const redirectPlanner = createRedirectPlanner(run.index, run.keys.source)
  for (const { slug } of run.addresses.refs.values()) run.index.takenSlugs.add(slug)

  async function writeBatch(
    entries: readonly (ImportedDocument & Pick<ReportRow, 'source' | 'title' | 'notes'>)[],
  ) {
    const { results, committedAt } = await upsertDocuments(run.desk, entries, {
      ...run,
      adoptsKeys: true,
    })
    if (committedAt) run.onCommit(committedAt)
    for (const [order, { importOutcome, status, notes }] of results.entries()) {
      const { collection, slug, source, title, relatedWrites, ...entry } = entries[order]!
      const path = importOutcome === 'skipped' ? null : `${collection}/${slug}`
      // Includes the notes of unchanged posts: the last report lists every loss.
      const allNotes = [...entry.notes, ...notes]
      run.report.addRow({ source, title, importOutcome, path, status, notes: allNotes })
      if (importOutcome !== 'skipped') run.report.addRedirects(relatedWrites.length)
    }
  }

  /** Returns a note for each picture and recording that couldn't be stored. */
  async function storeImages(images: ReadonlyMap<string, { isClosed: boolean }>) {
    const notes: Note[] = []
    await Promise.all(
      [...images].map(async ([src, { isClosed }]) => {
        const result = await run.images.store(src, isClosed)
        if (!result.ok)
          notes.push(noteLoss(`file {} couldn’t be stored: ${result.failure.reason}`, src))
      }),
    )
    return notes
  }

  async function importAuthors() {
    const entries = []
    const seen = new Set<string>()
    for (const [key, mappedAuthor] of run.mapping.authors) {
      const { slug, isStored } = authorRefs.get(key)!
      const source = authorSourceId(run.source, key)
      if (seen.has(slug)) continue
      seen.add(slug)
      if (!isStored && run.index.authors.has(slug)) {
        // An author with this slug was written with the desk, or imported for another key or source.
        const path = `authors/${slug}`
        run.report.addRow({ source, title: mappedAuthor.name, importOutcome: 'unchanged', path })
        continue
      }
      run.index.authors.set(slug, mappedAuthor.name)
      const author = run.survey.authors.get(key)?.author ?? null
      const converted = await convertAuthor(mappedAuthor, author, run)
      const fields: Fields = { ...converted.fields, importedFrom: run.keys.forAuthor(key) }
      const { portrait } = converted
      const imageFailures = await storeImages(
        new Map(portrait ? [[portrait, { isClosed: false }]] : []),
      )
      if (imageFailures.length > 0) delete fields.portrait
      const from = [
        ...(author?.formerAddresses ?? []),
        ...archiveAddresses(run.mapping.archives.author, author?.slug ?? key),
      ]
      const redirects = await redirectPlanner.redirect(from, `/author/${slug}`, 'archive')
      entries.push({
        collection: 'authors' as const,
        slug,
        fields,
        isNew: !isStored,
        relatedWrites: redirects.writes,
        missingImageCount: converted.missingImageCount + imageFailures.length,
        source,
        title: mappedAuthor.name,
        notes: [...converted.notes, ...imageFailures, ...redirects.notes],
      })
    }
    await writeBatch(entries)
  }

  /** Null if a page has become a post, or a post a page. */
  function resolveRef(post: ImportedPost) {
    const collection = post.kind === 'page' ? ('pages' as const) : ('articles' as const)
    const ref = run.addresses.refs.get(post.sourceId)
    return ref?.collection === collection ? { collection, slug: ref.slug } : null
  }

  const reportExcluded = (
    { sourceId, title }: { sourceId: string; title: string },
    notes: readonly Note[],
  ) => run.report.addRow({ source: sourceId, title, importOutcome: 'skipped', notes })

  const seenSourceIds = new Set<string>()

  async function importBatch(posts: readonly ImportedPost[]) {
    const refs = posts.map((post) => {
      if (seenSourceIds.has(post.sourceId)) return null
      seenSourceIds.add(post.sourceId)
      return resolveRef(post)
    })
    const context = { ...run, authorSlug: (key: string) => authorRefs.get(key)?.slug ?? null }
    const converted = await Promise.all(
      posts.map(async (post, order) => {
        if (!refs[order]) return null
        const convertedPost = await convertPost(post, context)
        if (!convertedPost.ok) return convertedPost
        const failedUploads = await storeImages(convertedPost.value.images)
        return succeed({ ...convertedPost.value, failedUploads })
      }),
    )
    const entries = []
    for (const [order, convertedPost] of converted.entries()) {
      const post = posts[order]!
      run.onPost()
      const ref = refs[order]
      if (!ref || !convertedPost) {
        reportExcluded(post, [
          noteLoss(
            run.addresses.skipped.has(post.sourceId)
              ? 'its address is already used, and the mapping file says to skip it'
              : 'the source has two posts with this id, or has turned a page into a post or the reverse',
          ),
        ])
        continue
      }
      if (!convertedPost.ok) {
        reportExcluded(post, convertedPost.failure)
        continue
      }
      const { fields, notes, missingImageCount, failedUploads } = convertedPost.value
      if (failedUploads.length > 0) {
        // An article must not show a missing picture.
        reportExcluded(post, [...failedUploads, noteForEditor('run the import again')])
        continue
      }
      const isVisible = post.kind === 'page' || fields.status === 'published'
      const none = { writes: [], notes: [] }
      const address = `/${ref.slug}`
      const redirects = isVisible
        ? await redirectPlanner.redirect(post.formerAddresses, address)
        : none
      const endedRedirects = isVisible ? await redirectPlanner.endRedirect(address) : none
      const renameNotes =
        ref.slug === post.slug ? [] : [noteConversion('its address is now {}', `/${ref.slug}`)]
      entries.push({
        ...ref,
        fields: { ...fields, importedFrom: run.keys.forPost(post.sourceId) },
        isNew: !run.index.documents.has(ref.slug),
        relatedWrites: [...endedRedirects.writes, ...redirects.writes],
        missingImageCount,
        source: post.sourceId,
        title: post.title,
        notes: [...renameNotes, ...notes, ...endedRedirects.notes, ...redirects.notes],
      })
    }
    await writeBatch(entries)
  }

  async function redirectArchives() {
    const { archives, categories, tags, otherCategory, otherTags } = run.mapping
    const writes = []
    for (const [archive, terms, surveyed, other] of [
      ['category', categories, run.survey.categories, otherCategory],
      ['tag', tags, run.survey.tags, otherTags],
    ] as const) {
      for (const name of new Set([...terms.keys(), ...surveyed.keys()])) {
        const slug = terms.get(name) ?? other
        if (slug === droppedValue) continue
        const addresses = archiveAddresses(archives[archive], name)
        const to = `/${archive}/${slug}`
        const redirects = await redirectPlanner.redirect(addresses, to, 'archive')
        writes.push(...redirects.writes)
        for (const note of redirects.notes) run.report.addNote(note)
      }
    }
    run.report.addRedirects(writes.length)
    if (run.dryRun) return
    const committedAt = await commitInBatches(run.desk, writes)
    if (committedAt) run.onCommit(committedAt)
  }

  await importAuthors()
  let batch: ImportedPost[] = []
  let characters = 0
  for await (const item of run.items) {
    if (item.item === 'excluded') {
      const { sourceId, title, line, reason } = item
      const place = line === undefined ? title : `${title}:${line}`
      reportExcluded({ sourceId, title: place }, [noteLoss(reason)])
    }
    if (item.item === 'note') run.report.addNote(item.note)
    if (item.item !== 'post') continue
    batch.push(item.post)
    characters += item.post.body.length
    if (batch.length < maxBatchPosts && characters < maxBatchCharacters) continue
    await importBatch(batch)
    batch = []
    characters = 0
  }
  await importBatch(batch)
  await redirectArchives()
}

function archiveAddresses(pattern: string | null, name: string): string[] {
  return pattern === null
    ? []
    : [pattern.replace('{slug}', encodeURIComponent(toArchiveSlug(name)))]
}
