/**
 * Renames an article, page or event in one commit with redirects and the front page, so readers never see half of the
 * change.
 */
import {
  findCompletedRename,
  maxRedirects,
  planRenameWrites,
  renamableCollections,
} from '../../../functions/documents/rename-writes.ts'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import {
  conflictingPath,
  type DocumentRef,
  publicPath,
} from '../../../src/content/manuscript/document.ts'
import { reservedSlugs } from '../../../src/domain/slug.ts'
import {
  defineCommand,
  parseChoice,
  parseSlug,
  writeHelp,
  writeOptions,
} from '../command-line/command.ts'
import { type Desk, openDesk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError, requireStored } from '../command-line/exit-status.ts'
import { replaceDocument, requireDocument } from '../documents/replace-document.ts'
import { readDocument } from '../documents/stored-documents.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'

export const command = defineCommand({
  usage: ['rename OLD NEW [--collection articles|pages|events] [--wait] [--dry-run]'],
  summary: 'changes an address; if the old one was public, it redirects permanently',
  help: `OLD and NEW are slugs. Rename your file too, and publish it once before you edit it,
so that it has the new version.

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
    const found = await findCompletedRename(desk, from, to)
    const completed = requireStored(`Reading ${newSlug}`, found)
    if (completed) {
      console.log(`${publicPath(to)}: no change, already renamed from ${oldSlug}`)
      const changedAt = values['dry-run'] ? null : completed.updateTime
      return notifySiteAndWait(desk, changedAt, [], waitSettings)
    }
    const stored = await requireDocument(desk, from)
    await checkAddressIsFree(desk, to)
    const relatedWrites = await planRelatedWrites(desk, { from, to, stored })
    const dryRun = values['dry-run']
    for (const write of dryRun ? relatedWrites : []) console.log(describeWrite(write))
    const message = `from ${publicPath(from)}`
    const changedAt = await replaceDocument(
      desk,
      { ...to, stored: null, fields: stored.fields, relatedWrites },
      { action: 'renamed', message, formerSlug: oldSlug, dryRun },
    )
    const isRedirected = relatedWrites.some(
      (write) => 'set' in write && write.fields.to === publicPath(to),
    )
    if (changedAt !== null)
      console.log(
        isRedirected
          ? `${publicPath(from)} now redirects to ${publicPath(to)}`
          : `${publicPath(from)} was never public, so it doesn’t redirect`,
      )
    const isVisible = collection === 'articles' && stored.fields.status === 'published'
    return notifySiteAndWait(desk, changedAt, isVisible ? [to] : [], waitSettings)
  },
})

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

async function planRelatedWrites(desk: Desk, renaming: Parameters<typeof planRenameWrites>[1]) {
  const oldAddress = publicPath(renaming.from)
  const planned = await planRenameWrites({ ...desk, editor: requireEditor(desk) }, renaming)
  if (planned.ok) return planned.value
  if (planned.failure.kind !== 'tooManyRedirects')
    throw firestoreError(`Reading the records that belong to ${oldAddress}`, planned.failure)
  throw new DeskError(
    `Can’t rename: more than ${maxRedirects} addresses redirect to ${oldAddress}, and one change can update at most ${maxRedirects}. Keep the address.`,
  )
}

function describeWrite(write: Write): string {
  if ('remove' in write) return `would remove ${write.remove}`
  const { from, to } = write.fields
  if (!write.set.startsWith('redirects/')) return `would write ${write.set}`
  return to === null ? `would remove the redirect from ${from}` : `would redirect ${from} to ${to}`
}
