/**
 * Another address for an article, a page or an event. One commit: the new document, the end of the
 * old one, the redirect between them, redirects that led to the old address, and the front page
 * where it names it. Whoever reads meanwhile sees all of it or nothing.
 */
import type { StoredDocument, Write } from '../../functions/adapters/firestore.ts'
import { redirectKey } from '../../src/domain/redirect.ts'
import { reservedSlugs, slugSchema } from '../../src/domain/slug.ts'
import { tellSite, waitingHelp, waitingOptions } from './announcing.ts'
import { existing, replaceStored } from './change-stored.ts'
import { defineCommand, writingHelp, writingOptions } from './command.ts'
import { firestoreStop, Stop } from './ending.ts'
import { type Desk, editorOf, openDesk } from './environment.ts'
import { frontWith } from './front-page.ts'
import { inParallel } from './in-parallel.ts'
import { buildRedirectWrite } from './redirect-write.ts'
import { type Place, revisionWrite } from './revision.ts'
import { addressOf } from './site.ts'
import { endRedirectFrom, readAllStored, readStored, rivalOf } from './surroundings.ts'

/** Authors are not among them: every article of theirs names them. */
const renamable = ['articles', 'pages', 'events'] as const
type Renamable = (typeof renamable)[number]

/** Firestore takes 500 writes a commit, and there are a few besides. */
const mostRedirects = 400
const readsAtOnce = 12

export const command = defineCommand({
  usage: ['rename OLD NEW [--collection articles|pages|events] [--wait] [--dry-run]'],
  summary: 'gives another address; the old one leads there for ever',
  help: `OLD and NEW are slugs. Rename the file too, and fetch it again or take out its version.

${waitingHelp}
${writingHelp}`,
  options: {
    ...writingOptions,
    ...waitingOptions,
    collection: { type: 'string', default: 'articles' },
  },
  async run(values, positionals) {
    const [oldSlug, newSlug, ...others] = positionals
    if (!oldSlug || !newSlug || others.length > 0) throw new Stop('Name OLD and NEW.', 'usage')
    if (!renamable.includes(values.collection as Renamable)) {
      throw new Stop(`--collection takes one of ${renamable.join(', ')}.`, 'usage')
    }
    const collection = values.collection as Renamable
    const [from, to] = [
      { collection, slug: oldSlug },
      { collection, slug: newSlug },
    ] as const
    const desk = await openDesk(values.by)
    refuseAddress(from)
    refuseAddress(to)
    const done = await isDone(desk, from, to)
    if (done) {
      console.log(`${oldSlug} is ${newSlug} already`)
      return tellSite(desk, values['dry-run'] ? null : done.updateTime, [], values)
    }
    const stored = await existing(desk, from)
    await refuseTaken(desk, to)
    const alongside = await whatElseChanges(desk, from, to, stored)
    for (const write of values['dry-run'] ? alongside : []) console.log(describe(write))
    const at = await replaceStored(
      desk,
      { ...to, stored: null, fields: stored.fields, alongside },
      {
        action: 'renamed',
        message: `from ${addressOf(from)}`,
        formerSlug: oldSlug,
        dryRun: values['dry-run'],
      },
    )
    if (at !== null) console.log(`${addressOf(from)} leads to ${addressOf(to)} from now on.`)
    const isRead = collection === 'articles' && stored.fields.status === 'published'
    return tellSite(desk, at, isRead ? [to] : [], values)
  },
})

/** Said twice, the second time finds it done: the new one, where the same command has put it. */
async function isDone(desk: Desk, from: Place, to: Place): Promise<StoredDocument | null> {
  const [before, after, redirect] = await Promise.all([
    readStored(desk, `${from.collection}/${from.slug}`),
    readStored(desk, `${to.collection}/${to.slug}`),
    readStored(desk, `redirects/${await redirectKey(addressOf(from))}`),
  ])
  return before === null && redirect?.fields.to === addressOf(to) ? after : null
}

function refuseAddress(place: Place) {
  const parsed = slugSchema.safeParse(place.slug)
  if (!parsed.success) throw new Stop(`${place.slug} ${parsed.error.issues[0]!.message}.`, 'usage')
  if (place.collection !== 'events' && reservedSlugs.has(place.slug)) {
    throw new Stop(`${addressOf(place)} is an address of the site itself.`)
  }
}

async function refuseTaken(desk: Desk, to: Place) {
  for (const path of [`${to.collection}/${to.slug}`, rivalOf(to)]) {
    if (path && (await readStored(desk, path))) throw new Stop(`${path} has that address already.`)
  }
}

async function whatElseChanges(
  desk: Desk,
  from: Place,
  to: Place,
  stored: StoredDocument,
): Promise<Write[]> {
  const [oldAddress, newAddress] = [addressOf(from), addressOf(to)]
  const gone = { by: editorOf(desk), action: 'renamed', message: `to ${newAddress}` }
  const redirect = await buildRedirectWrite(oldAddress, newAddress)
  const former = await readStored(desk, redirect.set)
  const writes: Write[] = [
    { remove: `${from.collection}/${from.slug}`, ifUpdatedAt: stored.updateTime },
    revisionWrite(from, { ...gone, fields: stored.fields }, stored.updateTime),
    { ...redirect, ...(former ? { ifUpdatedAt: former.updateTime } : { ifExists: false }) },
  ]
  // What led to the old address leads to the new one, in one step. The new address itself leads
  // nowhere any more.
  const ended = await endRedirectFrom(desk, newAddress)
  if (ended) writes.push(ended)
  const earlier = await desk.firestore.query({
    collection: 'redirects',
    where: [{ field: 'to', is: 'EQUAL', value: oldAddress }],
  })
  if (!earlier.ok) throw firestoreStop('reading redirects', earlier.failure)
  if (earlier.value.documents.length > mostRedirects) {
    throw new Stop(
      `More than ${mostRedirects} addresses lead to ${oldAddress}: too many for one step.`,
    )
  }
  const hasSuccessor = await inParallel(earlier.value.documents, readsAtOnce, ({ fields }) =>
    isTaken(desk, String(fields.from)),
  )
  for (const [order, { id, fields, updateTime }] of earlier.value.documents.entries()) {
    if (fields.from === newAddress || fields.from === oldAddress) continue
    // Written anew, it would count as younger than the document, and take the address from it.
    if (hasSuccessor[order]) continue
    const moved = await buildRedirectWrite(String(fields.from), newAddress)
    writes.push({ ...moved, set: `redirects/${id}`, ifUpdatedAt: updateTime })
  }
  if (from.collection !== 'articles') return writes
  return [...writes, ...(await frontWrites(desk, from.slug, to.slug))]
}

/** Whether a document was written at the address after it was moved away from. */
async function isTaken(desk: Desk, address: string): Promise<boolean> {
  const [, slug] = /^\/(?:events\/)?([^/]+)$/.exec(address) ?? []
  if (!slug) return false
  const places = renamable.map((collection) => ({ collection, slug }))
  const rivals = places.filter((place) => addressOf(place) === address)
  const stored = await readAllStored(desk, rivals)
  return stored.some((document) => document !== null)
}

/** The front page with the new name in place of the old, and its revision. */
async function frontWrites(desk: Desk, oldSlug: string, newSlug: string): Promise<Write[]> {
  const place = { collection: 'front', slug: 'home' } as const
  const stored = await readStored(desk, 'front/home')
  const fields = stored && frontWith(stored.fields, oldSlug, newSlug)
  if (!stored || !fields) return []
  const revision = { by: editorOf(desk), action: 'renamed', message: `${oldSlug} is ${newSlug}` }
  return [
    { set: 'front/home', fields, serverTimes: ['updatedAt'], ifUpdatedAt: stored.updateTime },
    revisionWrite(place, { ...revision, fields }, stored.updateTime),
  ]
}

function describe(write: Write): string {
  if ('remove' in write) return `would remove ${write.remove}`
  const { from, to } = write.fields
  if (!write.set.startsWith('redirects/')) return `would write ${write.set}`
  return to === null ? `would end the redirect from ${from}` : `would lead ${from} to ${to}`
}
