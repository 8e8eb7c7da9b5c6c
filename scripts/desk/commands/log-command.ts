import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import type { DraftContent } from '../../../src/contracts/endpoints/document-endpoints.ts'
import {
  editedFrontSchema,
  type ManuscriptCollection,
  manuscriptCollections,
} from '../../../src/domain/publication.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import {
  defineCommand,
  formatDeskCommand,
  parseChoice,
  requireSlug,
} from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { changeFrontPage, readFrontPage } from '../documents/front-page.ts'
import {
  getDraft,
  getSavedBy,
  requireDocument,
  type TextRef,
  toText,
} from '../documents/site-documents.ts'
import { diffLines } from '../manuscripts/conflict.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite, findOnSite } from '../site/call-site.ts'
import { printActs } from '../site/print-acts.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

const collections = [...manuscriptCollections, 'front'] as const

export const command = defineCommand({
  usage: [
    'log SLUG [--collection NAME]',
    'log SLUG --show|--diff ID',
    'log SLUG --restore ID [--wait]',
    'log --staff',
  ],
  summary: 'lists the changes to a document, newest first, and restores earlier versions',
  help: `  --collection NAME   ${collections.join(', ')} (the front page’s slug is "home")
  --show ID           print that revision as a manuscript
  --diff ID           show how the document has changed since that revision
  --restore ID        restore that revision’s text: straight away if the document is published, otherwise as its draft
  --staff             list staff actions, such as changes of role; needs an operator’s access key
${waitHelp}`,
  options: {
    ...waitOptions,
    collection: { type: 'string', default: 'articles' },
    show: { type: 'string' },
    diff: { type: 'string' },
    restore: { type: 'string' },
    staff: { type: 'boolean', default: false },
  },
  async run({ show, diff, restore, ...values }, positionals) {
    if ([show, diff, restore].filter((id) => id !== undefined).length > 1)
      throw new DeskError('Choose one of --show, --diff and --restore.', 'usage')
    if (values.staff) return printActs(positionals)
    const collection = parseChoice('--collection', values.collection, collections)
    const slug = requireSlug(positionals, collection === 'tags' ? collection : undefined)
    const waitSettings = parseWaitSettings(values)
    const site = requireAccessKey()
    const id = show ?? diff ?? restore
    if (id === undefined) return printLog(site, { collection, slug })
    const revision = await readRevision(site, { collection, slug }, id)
    if (collection === 'front') {
      const front = editedFrontSchema.parse(revision.fields)
      if (show !== undefined) console.log(JSON.stringify(front, null, 2))
      else {
        const stored = await readFrontPage(site)
        const changedAt = await changeFrontPage(site, stored, front, diff !== undefined)
        return waitForSite(site, changedAt, [], waitSettings)
      }
    } else if (show !== undefined)
      printText(
        formatManuscript({ collection, fields: toText(collection, revision), version: null }),
      )
    else if (diff !== undefined) await printDifferences(site, { collection, slug }, revision)
    else {
      const changedAt = await restoreRevision(site, { collection, slug }, id, revision)
      return waitForSite(site, changedAt, [], waitSettings)
    }
    return 'done'
  },
})

type RevisedRef = { readonly collection: ManuscriptCollection | 'front'; readonly slug: string }

async function printLog(site: KeySite, ref: RevisedRef) {
  const route = 'GET /api/desk/documents/:collection/:slug/revisions'
  const { revisions } = await callSite(site, route, ref)
  if (revisions.length === 0)
    console.log(`${ref.collection}/${ref.slug}: no changes made with the desk`)
  for (const { id, at, by, action, message } of revisions) {
    const author = by ?? '(outside the desk)'
    const note = message === undefined ? '' : `: ${message}`
    printText(`${id}  ${formatTime(new Date(at))}  ${author}  ${action}${note}`)
  }
  return 'done' as const
}

async function readRevision(site: KeySite, ref: RevisedRef, id: string): Promise<DraftContent> {
  const route = 'GET /api/desk/documents/:collection/:slug/revisions/:id'
  const found = await findOnSite(site, route, { ...ref, id })
  if (found) return found
  const options = ref.collection === 'articles' ? '' : ` --collection ${ref.collection}`
  const list = formatDeskCommand(`log ${ref.slug}${options}`)
  throw new DeskError(`${ref.slug} has no revision ${id}. For a list: ${list}`)
}

async function printDifferences(site: KeySite, ref: TextRef, revision: DraftContent) {
  const { collection } = ref
  const { stored, draft } = await requireDocument(site, ref)
  const [before, after] = [revision, (stored ?? draft)!].map((text) => toText(collection, text))
  const lines = diffLines(collection, before!, after!)
  for (const line of lines.length === 0 ? ['The text hasn’t changed since that revision.'] : lines)
    console.log(line)
}

/** Returns the commit's time; null for a draft. */
async function restoreRevision(
  site: KeySite,
  ref: TextRef,
  id: string,
  { fields, body }: DraftContent,
): Promise<string | null> {
  const document = await requireDocument(site, ref)
  const path = `${ref.collection}/${ref.slug}`
  const draft = getDraft(document)
  if (draft)
    throw new DeskError(
      `${path} has a draft that ${getSavedBy(draft)} saved. Publish or delete it first.`,
      'conflict',
    )
  const base = document.stored?.version ?? null
  const { revision } = await callSite(site, 'PUT /api/desk/documents/:collection/:slug/draft', {
    ...ref,
    fields,
    body,
    revision: document.draft?.revision ?? 0,
    base,
  })
  if (document.stored?.state !== 'published') {
    console.log(`${path}: ${id} restored as a draft`)
    return null
  }
  const { committedAt = null } = await callSite(
    site,
    'POST /api/desk/documents/:collection/:slug/publish',
    { ...ref, revision, base, message: `restored ${id}` },
  )
  console.log(`${path}: ${id} restored`)
  return committedAt
}
