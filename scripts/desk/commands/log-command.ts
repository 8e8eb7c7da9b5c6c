import { revisionQuery, revisionSchema } from '../../../functions/documents/revision.ts'
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import {
  type DocumentRef,
  type ManuscriptCollection,
  manuscriptCollections,
} from '../../../src/content/manuscript/document.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import {
  defineCommand,
  formatDeskCommand,
  parseChoice,
  requireSlug,
  writeHelp,
  writeOptions,
} from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { replaceDocument, requireDocument } from '../documents/replace-document.ts'
import { listDocuments, readDocument } from '../documents/stored-documents.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'
import { printActs } from '../site/print-acts.ts'

const collections = [...manuscriptCollections, 'front'] as const

export const command = defineCommand({
  usage: [
    'log SLUG [--collection NAME]',
    'log SLUG --show ID',
    'log SLUG --restore ID [--wait] [--dry-run]',
    'log --staff',
  ],
  summary: 'lists the changes to a document, newest first, and restores earlier versions',
  help: `  --collection NAME   ${collections.join(', ')} (the front page’s slug is "home")
  --show ID           print that revision as a manuscript
  --restore ID        restore that revision as a new one; an article keeps its current status
  --staff             what staff have done, such as changing roles; needs an operator’s access key
${waitHelp}
${writeHelp}`,
  options: {
    ...writeOptions,
    ...waitOptions,
    collection: { type: 'string', default: 'articles' },
    show: { type: 'string' },
    restore: { type: 'string' },
    staff: { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    if (values.show !== undefined && values.restore !== undefined)
      throw new DeskError('Choose --show or --restore, not both.', 'usage')
    if (values.staff) return printActs(positionals)
    const collection = parseChoice('--collection', values.collection, collections)
    const slug = requireSlug(positionals, collection === 'tags' ? collection : undefined)
    const ref = { collection, slug }
    const waitSettings = parseWaitSettings(values)
    const desk = await openDesk(values.by)
    if (values.show !== undefined) {
      printText(formatRevision(ref, await loadRevisionFields(desk, ref, values.show)))
      return 'done'
    }
    if (values.restore === undefined) return printLog(desk, ref)

    const stored = await requireDocument(desk, ref)
    const revisionContent = await loadRevisionFields(desk, ref, values.restore)
    const { status, publishedAt } = stored.fields
    // A restored article keeps its status: only publish and withdraw change what readers can see.
    const fields = { ...revisionContent, ...(status === undefined ? {} : { status, publishedAt }) }
    const changedAt = await replaceDocument(
      desk,
      { ...ref, stored, fields },
      { action: 'restored', message: values.restore, dryRun: values['dry-run'] },
    )
    return notifySiteAndWait(desk, changedAt, [], waitSettings)
  },
})

function formatRevision({ collection }: DocumentRef, fields: Fields): string {
  if (collection === 'front') return JSON.stringify(fields, null, 2)
  return formatManuscript({ collection: collection as ManuscriptCollection, fields, version: null })
}

type Entry = { readonly ref: DocumentRef; readonly document: StoredDocument }

/** Revisions under the current and earlier names, oldest first. */
async function loadRevisions(desk: Desk, ref: DocumentRef): Promise<Entry[]> {
  const entries: Entry[] = []
  const seen = new Set<string>()
  const pendingSlugs = [ref.slug]
  for (let slug = pendingSlugs.pop(); slug !== undefined; slug = pendingSlugs.pop()) {
    // The document may have been renamed back.
    if (seen.has(slug)) continue
    seen.add(slug)
    const slugRef = { ...ref, slug }
    const fields = ['at', 'by', 'action', 'message', 'formerSlug']
    const query = { ...revisionQuery(slugRef), orderBy: 'at', fields }
    for await (const document of listDocuments(desk, query, `Reading the log of ${slug}`)) {
      entries.push({ ref: slugRef, document })
      const { formerSlug } = document.fields
      if (typeof formerSlug === 'string') pendingSlugs.push(formerSlug)
    }
  }
  const sortTime = ({ document }: Entry) => Number(document.fields.at)
  return entries.sort((one, other) => sortTime(one) - sortTime(other))
}

async function printLog(desk: Desk, ref: DocumentRef) {
  const entries = await loadRevisions(desk, ref)
  if (entries.length === 0) {
    await requireDocument(desk, ref)
    console.log('No changes made with the desk.')
    return 'done' as const
  }
  for (const { document } of entries.reverse()) {
    const revision = revisionSchema.safeParse(document.fields)
    if (!revision.success) continue
    const { at: changedAt, by, action, message } = revision.data
    const author = by ?? '(outside the desk)'
    const messageSuffix = message === undefined ? '' : `: ${message}`
    printText(`${document.id}  ${formatTime(changedAt)}  ${author}  ${action}${messageSuffix}`)
  }
  return 'done' as const
}

async function loadRevisionFields(desk: Desk, ref: DocumentRef, id: string): Promise<Fields> {
  const entry = (await loadRevisions(desk, ref)).find(({ document }) => document.id === id)
  const path = entry && `${ref.collection}/${entry.ref.slug}/revisions/${id}`
  const stored = path ? await readDocument(desk, path) : null
  const fields = stored?.fields.fields
  if (typeof fields === 'object' && fields !== null) return fields as Fields
  const options = ref.collection === 'articles' ? '' : ` --collection ${ref.collection}`
  const list = formatDeskCommand(`log ${ref.slug}${options}`)
  throw new DeskError(`${ref.slug} has no revision ${id}. For a list: ${list}`)
}
