/**
 * Takes a source in: its authors, then its posts in portions, each with its pictures before it, then
 * the addresses of its archives. Holds one portion at a time. Stopped anywhere, the same call goes on:
 * what is written is found again by the id that it had in the source.
 */
import type { FirestoreFailure } from '../../../functions/adapters/firestore.ts'
import type { Picture } from '../../../src/domain/picture.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../environment.ts'
import type { ImportedItem, ImportedPost, ImportFailure } from '../import/imported.ts'
import { archiveName, type DeskIndex } from './desk-index.ts'
import { authorSlugs, authorSource, takeAuthor } from './import-authors.ts'
import type { ImportPictures } from './import-pictures.ts'
import { takePost } from './import-post.ts'
import type { ImportReport } from './import-report.ts'
import { dropped, type Mapping } from './mapping.ts'
import { oldAddresses } from './old-addresses.ts'
import { freeSlug } from './our-slug.ts'
import { commitApart, type Incoming, type SettleOptions, settle } from './settle.ts'
import type { Survey } from './survey.ts'

export type ImportRun = SettleOptions & {
  readonly desk: Desk
  /** `wordpress`, `ghost`, `markdown`. */
  readonly source: string
  readonly items: AsyncIterable<Result<ImportedItem, ImportFailure>>
  readonly survey: Survey
  readonly mapping: Mapping
  readonly index: DeskIndex
  readonly pictures: ImportPictures
  /** Stored already; null where the mapping names none. */
  readonly fallback: Picture | null
  readonly report: ImportReport
  readonly onPost: () => void
  /** After each commit: what is written has to be told, whatever happens afterwards. */
  readonly onCommit?: (at: string) => void
  /** Posts at a time. */
  readonly atOnce?: number
  readonly now: Date
}

export type ImportRunFailure =
  | { readonly kind: 'source'; readonly failure: ImportFailure }
  | { readonly kind: 'firestore'; readonly failure: FirestoreFailure }

/** Posts, and characters of their texts, that are held in memory. */
const portionPosts = 100
const portionCharacters = 8_000_000

/** Answers the time of the last commit; null where nothing was written. */
export async function runImport(run: ImportRun): Promise<Result<string | null, ImportRunFailure>> {
  const slugs = authorSlugs(run.source, run.mapping, run.index)
  const addresses = oldAddresses(run.index)
  let at: string | null = null

  async function write(
    entries: readonly (Incoming & { source: string; title: string; notes: readonly string[] })[],
  ): Promise<Result<void, ImportRunFailure>> {
    const answer = await settle(run.desk, entries, run)
    if (!answer.ok) return fail({ kind: 'firestore', failure: answer.failure })
    at = answer.value.at ?? at
    if (answer.value.at) run.onCommit?.(answer.value.at)
    for (const [order, { fate, status, notes }] of answer.value.settled.entries()) {
      const entry = entries[order]!
      const place = fate === 'left out' ? null : `${entry.collection}/${entry.slug}`
      const { source, title } = entry
      // Whatever becomes of it this time: the last run's report says all that was lost.
      run.report.add({ source, title, fate, place, status, notes: [...entry.notes, ...notes] })
      if (fate !== 'left out') run.report.addRedirects(entry.alongside.length)
    }
    return succeed(undefined)
  }

  /** Answers what could not be stored, as notes, and how many. */
  async function storeAll(pictures: ReadonlyMap<string, { closed: boolean }>) {
    const notes: string[] = []
    const stored = [...pictures].map(async ([src, { closed }]) => {
      const answer = await run.pictures.store(src, closed)
      if (!answer.ok) notes.push(`the picture ${src} could not be stored: ${answer.failure.reason}`)
    })
    await Promise.all(stored)
    return notes
  }

  async function takeAuthors(): Promise<Result<void, ImportRunFailure>> {
    const entries = []
    const seen = new Set<string>()
    for (const [key, mapped] of run.mapping.authors) {
      const slug = slugs.get(key)!
      const source = authorSource(run.source, key)
      if (seen.has(slug)) continue
      seen.add(slug)
      const known = run.index.bySource.get(source)
      if (!known && run.index.authors.has(slug)) {
        // Another key's, or somebody at the desk: either way not this one's to write.
        run.report.add({
          source,
          title: mapped.name,
          fate: 'unchanged',
          place: `authors/${slug}`,
          status: null,
          notes: [],
        })
        continue
      }
      run.index.authors.add(slug)
      const author = run.survey.authors.get(key)?.author ?? null
      const taken = await takeAuthor(source, slug, mapped, author, run.mapping, run.pictures)
      const failures = taken.portrait
        ? await storeAll(new Map([[taken.portrait, { closed: false }]]))
        : []
      if (failures.length > 0) delete taken.fields.portrait
      const from = [
        ...(author?.formerAddresses ?? []),
        ...archiveAddress(run.mapping.archives.author, author?.slug ?? key),
      ]
      const moves = await addresses.lead(from, `/author/${slug}`, 'archive')
      entries.push({
        collection: 'authors' as const,
        slug,
        fields: taken.fields,
        alongside: moves.writes,
        missed: taken.missed + failures.length,
        source,
        title: mapped.name,
        notes: [...taken.notes, ...failures, ...moves.notes],
      })
    }
    return write(entries)
  }

  function placeOf(post: ImportedPost): { collection: 'articles' | 'pages'; slug: string } | null {
    const collection = post.kind === 'page' ? 'pages' : 'articles'
    const known = run.index.bySource.get(post.sourceId)
    if (known) return known.collection === collection ? { collection, slug: known.slug } : null
    const slug = freeSlug(post, run.index.taken)
    run.index.taken.add(slug)
    run.index.bySource.set(post.sourceId, { collection, slug })
    return { collection, slug }
  }

  const leaveOut = (post: { sourceId: string; title: string }, notes: readonly string[]) =>
    run.report.add({
      source: post.sourceId,
      title: post.title,
      fate: 'left out',
      place: null,
      status: null,
      notes,
    })

  const done = new Set<string>()

  async function takePortion(posts: readonly ImportedPost[]) {
    // One after the other and first: who comes first has the address.
    const places = posts.map((post) => {
      if (done.has(post.sourceId)) return null
      done.add(post.sourceId)
      return placeOf(post)
    })
    const context = {
      ...run,
      authorSlug: (key: string) => slugs.get(key) ?? null,
    }
    const taken = await Promise.all(
      posts.map(async (post, order) => {
        if (!places[order]) return null
        const one = await takePost(post, context)
        if (!one.ok) return one
        return succeed({ ...one.value, unstored: await storeAll(one.value.pictures) })
      }),
    )
    const entries = []
    for (const [order, one] of taken.entries()) {
      const post = posts[order]!
      run.onPost()
      const place = places[order]
      if (!place || !one) {
        leaveOut(post, [
          'the source has two of this id, or it has turned from a page into an article',
        ])
        continue
      }
      if (!one.ok) {
        leaveOut(post, one.failure)
        continue
      }
      const { fields, notes, missed, unstored } = one.value
      if (unstored.length > 0) {
        // An article never names a picture that is not there.
        leaveOut(post, [...unstored, 'run the import again'])
        continue
      }
      const isShown = post.kind === 'page' || fields.status === 'published'
      const moves = isShown
        ? await addresses.lead(post.formerAddresses, `/${place.slug}`)
        : { writes: [], notes: [] }
      const freed = isShown ? await addresses.endFrom(`/${place.slug}`) : { writes: [], notes: [] }
      const renamed = place.slug === post.slug ? [] : [`its address is /${place.slug} now`]
      entries.push({
        ...place,
        fields,
        alongside: [...freed.writes, ...moves.writes],
        missed,
        source: post.sourceId,
        title: post.title,
        notes: [...renamed, ...notes, ...freed.notes, ...moves.notes],
      })
    }
    return write(entries)
  }

  async function leadArchives(): Promise<Result<void, ImportRunFailure>> {
    const { archives, categories, tags } = run.mapping
    const wanted = [
      ...[...categories].map(([name, category]) => ({
        from: archiveAddress(archives.category, name),
        to: category === dropped ? null : `/category/${category}`,
      })),
      ...[...tags].map(([name, tag]) => ({
        from: archiveAddress(archives.tag, name),
        to: tag === dropped ? null : `/tag/${tag}`,
      })),
    ]
    const writes = []
    for (const { from, to } of wanted) {
      if (to === null) continue
      const moves = await addresses.lead(from, to, 'archive')
      writes.push(...moves.writes)
      for (const note of moves.notes) run.report.say(note)
    }
    run.report.addRedirects(writes.length)
    if (run.dryRun) return succeed(undefined)
    const committed = await commitApart(run.desk, writes)
    if (!committed.ok) return fail({ kind: 'firestore', failure: committed.failure })
    at = committed.value ?? at
    return succeed(undefined)
  }

  const authors = await takeAuthors()
  if (!authors.ok) return authors
  let portion: ImportedPost[] = []
  let characters = 0
  for await (const item of run.items) {
    if (!item.ok) return fail({ kind: 'source', failure: item.failure })
    if (item.value.item === 'left-out') leaveOut(item.value, [item.value.reason])
    if (item.value.item !== 'post') continue
    portion.push(item.value.post)
    characters += item.value.post.body.length
    if (portion.length < (run.atOnce ?? portionPosts) && characters < portionCharacters) continue
    const written = await takePortion(portion)
    if (!written.ok) return written
    portion = []
    characters = 0
  }
  const last = await takePortion(portion)
  if (!last.ok) return last
  const led = await leadArchives()
  return led.ok ? succeed(at) : led
}

function archiveAddress(pattern: string | null, name: string): string[] {
  return pattern === null ? [] : [pattern.replace('{slug}', encodeURIComponent(archiveName(name)))]
}
