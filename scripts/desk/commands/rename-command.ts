/**
 * Renames an article, page or event in one commit with redirects and the front page, so readers
 * never see a part of it.
 */
import type { StoredDocument, Write } from '../../../functions/platform/adapters/firestore.ts'
import {
  conflictingPath,
  type DocumentRef,
  publicPath,
} from '../../../src/content/manuscript/document.ts'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import { reservedSlugs } from '../../../src/domain/slug.ts'
import {
  defineCommand,
  parseChoice,
  parseSlug,
  writeHelp,
  writeOptions,
} from '../command-line/command.ts'
import { type Desk, openDesk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { mapConcurrently } from '../command-line/map-concurrently.ts'
import { renameInFrontPage } from '../documents/front-page-document.ts'
import { buildRedirectWrite } from '../documents/redirect-write.ts'
import { replaceDocument, requireDocument } from '../documents/replace-document.ts'
import { buildRevisionWrite } from '../documents/revision.ts'
import {
  buildRedirectRemoval,
  queryDocuments,
  readDocument,
  readDocuments,
} from '../documents/stored-documents.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'

/** Authors can't be renamed, because all their articles refer to them. */
const renamableCollections = ['articles', 'pages', 'events'] as const

/** Firestore accepts 500 writes per commit, and there are a few others. */
const maxRedirects = 400
const maxConcurrentReads = 12

export const command = defineCommand({
  usage: ['rename OLD NEW [--collection articles|pages|events] [--wait] [--dry-run]'],
  summary: 'changes an address; the old one redirects to it permanently',
  help: `OLD and NEW are slugs. Rename your file too, then fetch it again or remove its "version:" line.

${waitHelp}
${writeHelp}`,
  options: {
    ...writeOptions,
    ...waitOptions,
    collection: { type: 'string', default: 'articles' },
  },
  async run(values, positionals) {
    const [oldSlug, newSlug, ...others] = positionals
    if (!oldSlug || !newSlug || others.length > 0)
      throw new DeskError('Name the old and the new slug.', 'usage')
    const collection = parseChoice('--collection', values.collection, renamableCollections)
    const from = { collection, slug: oldSlug }
    const to = { collection, slug: newSlug }
    checkAddress(from)
    checkAddress(to)
    const waitSettings = parseWaitSettings(values)
    const desk = await openDesk(values.by)
    const completed = await findCompletedRename(desk, from, to)
    if (completed) {
      console.log(`${publicPath(to)}: no change, already renamed from ${oldSlug}`)
      const changedAt = values['dry-run'] ? null : completed.updateTime
      return notifySiteAndWait(desk, changedAt, [], waitSettings)
    }
    const stored = await requireDocument(desk, from)
    await checkAddressIsFree(desk, to)
    const relatedWrites = await planRelatedWrites(desk, from, to, stored)
    const dryRun = values['dry-run']
    for (const write of dryRun ? relatedWrites : []) console.log(describeWrite(write))
    const message = `from ${publicPath(from)}`
    const changedAt = await replaceDocument(
      desk,
      { ...to, stored: null, fields: stored.fields, relatedWrites },
      { action: 'renamed', message, formerSlug: oldSlug, dryRun },
    )
    if (changedAt !== null) console.log(`${publicPath(from)} now redirects to ${publicPath(to)}`)
    const isVisible = collection === 'articles' && stored.fields.status === 'published'
    return notifySiteAndWait(desk, changedAt, isVisible ? [to] : [], waitSettings)
  },
})

/** The renamed document, if the same command has been run before. */
async function findCompletedRename(
  desk: Desk,
  from: DocumentRef,
  to: DocumentRef,
): Promise<StoredDocument | null> {
  const [before, after, redirect] = await Promise.all([
    readDocument(desk, `${from.collection}/${from.slug}`),
    readDocument(desk, `${to.collection}/${to.slug}`),
    readDocument(desk, `redirects/${await hashRedirectPath(publicPath(from))}`),
  ])
  return before === null && redirect?.fields.to === publicPath(to) ? after : null
}

function checkAddress(ref: DocumentRef) {
  parseSlug(ref.slug)
  if (ref.collection !== 'events' && reservedSlugs.has(ref.slug)) {
    throw new DeskError(`${publicPath(ref)} is reserved for the site itself. Choose another slug.`)
  }
}

async function checkAddressIsFree(desk: Desk, to: DocumentRef) {
  for (const path of [`${to.collection}/${to.slug}`, conflictingPath(to)]) {
    if (path && (await readDocument(desk, path)))
      throw new DeskError(`${path} already uses that address. Choose another slug.`)
  }
}

async function planRelatedWrites(
  desk: Desk,
  from: DocumentRef,
  to: DocumentRef,
  stored: StoredDocument,
): Promise<Write[]> {
  const by = requireEditor(desk)
  const [oldAddress, newAddress] = [publicPath(from), publicPath(to)]
  const removalRevision = { by, action: 'renamed', message: `to ${newAddress}` }
  const redirect = await buildRedirectWrite(oldAddress, newAddress)
  const existingRedirect = await readDocument(desk, redirect.set)
  const writes: Write[] = [
    { remove: `${from.collection}/${from.slug}`, ifUpdatedAt: stored.updateTime },
    buildRevisionWrite(from, { ...removalRevision, fields: stored.fields }, stored.updateTime),
    {
      ...redirect,
      ...(existingRedirect ? { ifUpdatedAt: existingRedirect.updateTime } : { ifExists: false }),
    },
  ]
  // Redirects to the old address get the new target, so that each takes one step. The new address
  // itself no longer redirects.
  const endedRedirect = await buildRedirectRemoval(desk, newAddress)
  if (endedRedirect) writes.push(endedRedirect)
  const where = [{ field: 'to', is: 'EQUAL', value: oldAddress } as const]
  const incomingRedirects = await queryDocuments(desk, { collection: 'redirects', where })
  if (incomingRedirects.length > maxRedirects) {
    throw new DeskError(
      `Can’t rename: more than ${maxRedirects} addresses redirect to ${oldAddress}, and one change can update at most ${maxRedirects}. Keep the address.`,
    )
  }
  const reusedFlags = await mapConcurrently(incomingRedirects, maxConcurrentReads, ({ fields }) =>
    hasDocumentAt(desk, String(fields.from)),
  )
  for (const [order, { id, fields, updateTime }] of incomingRedirects.entries()) {
    if (fields.from === newAddress || fields.from === oldAddress) continue
    // A rewritten redirect would count as newer than the document at its address, and replace it.
    if (reusedFlags[order]) continue
    const updatedRedirect = await buildRedirectWrite(String(fields.from), newAddress)
    writes.push({ ...updatedRedirect, set: `redirects/${id}`, ifUpdatedAt: updateTime })
  }
  if (from.collection !== 'articles') return writes
  return [...writes, ...(await planFrontPageWrites(desk, from.slug, to.slug))]
}

async function hasDocumentAt(desk: Desk, address: string): Promise<boolean> {
  const [, slug] = /^\/(?:events\/)?([^/]+)$/.exec(address) ?? []
  if (!slug) return false
  const candidates = renamableCollections
    .map((collection) => ({ collection, slug }))
    .filter((ref) => publicPath(ref) === address)
  const stored = await readDocuments(desk, candidates)
  return stored.some((document) => document !== null)
}

async function planFrontPageWrites(desk: Desk, oldSlug: string, newSlug: string): Promise<Write[]> {
  const ref = { collection: 'front', slug: 'home' } as const
  const stored = await readDocument(desk, 'front/home')
  const fields = stored && renameInFrontPage(stored.fields, oldSlug, newSlug)
  if (!stored || !fields) return []
  const by = requireEditor(desk)
  const revision = { by, action: 'renamed', message: `${oldSlug} to ${newSlug}` }
  return [
    { set: 'front/home', fields, serverTimes: ['updatedAt'], ifUpdatedAt: stored.updateTime },
    buildRevisionWrite(ref, { ...revision, fields }, stored.updateTime),
  ]
}

function describeWrite(write: Write): string {
  if ('remove' in write) return `would remove ${write.remove}`
  const { from, to } = write.fields
  if (!write.set.startsWith('redirects/')) return `would write ${write.set}`
  return to === null ? `would remove the redirect from ${from}` : `would redirect ${from} to ${to}`
}
