/**
 * Checks all manuscripts before anything is sent, uploads pictures before the drafts that use them, and updates each
 * file after its draft. Another run finishes an interrupted one.
 */
import { resolve } from 'node:path'
import { formatLocalTime } from '../../../src/content/manuscript/local-time.ts'
import { getFieldKind } from '../../../src/domain/text-fields.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import type { ExitStatus } from '../command-line/exit-status.ts'
import { getDraft, toText } from '../documents/site-documents.ts'
import { callSite } from '../site/call-site.ts'
import { describeConflict, diffLines, findConflict } from './conflict.ts'
import { formatKnownState, parseKnownState } from './known-state.ts'
import { updateManuscriptFile } from './manuscript-file.ts'
import { type PreparedManuscript, prepareFiles, type TargetStatus } from './prepare-manuscripts.ts'
import { printDryRun } from './print-dry-run.ts'
import { printProblems } from './print-problems.ts'
import { uploadImages } from './upload-images.ts'

export type SaveOptions = {
  readonly target: TargetStatus
  readonly overwrite: boolean
  readonly dryRun: boolean
}

export type SavedDraft = {
  readonly prepared: PreparedManuscript
  readonly revision: number
  readonly base: string | null
}

/** The publishing order: documents that others name, such as authors, are first. */
const order = ['tags', 'authors', 'pages', 'events', 'articles', 'issues']

/** `send` gets each draft as soon as it is saved; without a draft, the published text is the file's already. */
export async function saveDrafts(
  site: KeySite,
  paths: readonly string[],
  { target, overwrite, dryRun }: SaveOptions,
  send: (prepared: PreparedManuscript, draft: SavedDraft | null) => Promise<void>,
): Promise<ExitStatus> {
  const found = await prepareFiles(paths, target, site)
  if (!found.ok) {
    printProblems(found.failure)
    return 'refused'
  }
  const rank = ({ manuscript }: PreparedManuscript) => order.indexOf(manuscript.collection)
  const all = found.value.toSorted((one, other) => rank(one) - rank(other))
  if (!overwrite && (await printConflicts(site, all))) return 'conflict'
  if (!dryRun)
    await uploadImages(
      site,
      all.filter((prepared) => !isPublished(prepared, target)),
    )
  for (const prepared of all) {
    if (isPublished(prepared, target)) await send(prepared, null)
    else if (dryRun) printDryRun(prepared)
    else await send(prepared, await saveDraft(site, prepared))
  }
  if (dryRun) console.log('Nothing was written.')
  return 'done'
}

async function printConflicts(site: KeySite, all: readonly PreparedManuscript[]) {
  let hasConflicts = false
  for (const { manuscript, fields, document } of all) {
    const known = parseKnownState(manuscript.version)
    const conflict = await findConflict(site, manuscript, document, known, fields)
    if (!conflict) continue
    hasConflicts = true
    console.error(describeConflict(manuscript, fields, conflict))
  }
  return hasConflicts
}

/** Returns whether readers can already see this text. */
function isPublished({ manuscript, fields, document }: PreparedManuscript, target: TargetStatus) {
  const stored = document?.stored
  if (target.status !== 'published' || stored?.state !== 'published' || getDraft(document))
    return false
  const { collection } = manuscript
  const isSameTime = findPublishedAt({ manuscript, document }) === undefined
  return isSameTime && diffLines(collection, toText(collection, stored), fields).length === 0
}

/** Returns the file's publication date, if it isn't that of the stored story. */
export function findPublishedAt({
  manuscript,
  document,
}: Pick<PreparedManuscript, 'manuscript' | 'document'>): string | undefined {
  const { publishedAt } = manuscript.fields
  if (manuscript.collection !== 'articles' || !(publishedAt instanceof Date)) return undefined
  const stored = document?.stored?.publishedAt
  // Times in files have no seconds.
  const isSame = stored && formatLocalTime(new Date(stored)) === formatLocalTime(publishedAt)
  return isSame ? undefined : publishedAt.toISOString()
}

async function saveDraft(site: KeySite, prepared: PreparedManuscript): Promise<SavedDraft> {
  const { manuscript, document } = prepared
  const { collection, slug } = manuscript
  const { body = '', ...others } = prepared.fields
  const fields = Object.fromEntries(
    Object.entries(others).filter(([name]) => getFieldKind(collection, name) !== 'kept'),
  )
  const base = document?.stored?.version ?? null
  const { revision } = await callSite(site, 'PUT /api/desk/documents/:collection/:slug/draft', {
    collection,
    slug,
    fields,
    body: String(body),
    revision: document?.draft?.revision ?? 0,
    base,
  })
  const draft = { prepared, revision, base }
  updateFile(prepared, formatKnownState(draft))
  return draft
}

/** Lets the editor send the file again, based on this state. */
export const updateFile = ({ manuscript }: PreparedManuscript, version: string) =>
  updateManuscriptFile(resolve(workingDirectory(), manuscript.path), { version })
