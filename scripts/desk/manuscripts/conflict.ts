import { structuredPatch } from 'diff'
import type { DocumentFields } from '../../../src/content/manuscript/document.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import type { DeskDocument } from '../../../src/contracts/endpoints/document-endpoints.ts'
import type { ManuscriptCollection } from '../../../src/domain/publication.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'
import {
  getDraft,
  getSavedBy,
  pickText,
  type TextRef,
  toText,
} from '../documents/site-documents.ts'
import { findOnSite } from '../site/call-site.ts'
import type { KnownState } from './known-state.ts'

export type Conflict =
  /** The document that the file began from was renamed or removed. */
  | { readonly kind: 'gone' }
  /** Somebody has published or saved another text. `by` is null for a publication outside the desk. */
  | {
      readonly kind: 'published' | 'draft'
      readonly fields: DocumentFields
      readonly at: Date
      readonly by: string | null
    }

/** `document` was read with the known base. Returns null if the file's text may be stored. */
export async function findConflict(
  site: KeySite,
  ref: TextRef,
  document: DeskDocument | null,
  known: KnownState,
  mine: DocumentFields,
): Promise<Conflict | null> {
  const { collection } = ref
  const draft = getDraft(document)
  if (draft && (draft.revision !== known.revision || draft.base !== known.base)) {
    const fields = toText(collection, draft)
    if (diffLines(collection, fields, mine).length === 0) return null
    return { kind: 'draft', fields, at: new Date(draft.savedAt), by: getSavedBy(draft) }
  }
  const stored = document?.stored
  if (!stored) return known.base === null ? null : { kind: 'gone' }
  if (known.base !== null && stored.hasSameText) return null
  const fields = toText(collection, stored)
  if (diffLines(collection, fields, mine).length === 0) return null
  const at = new Date(stored.version)
  return { kind: 'published', fields, at, by: await findPublisher(site, ref, stored.version) }
}

/** Null if the version was stored outside the desk. */
async function findPublisher(site: KeySite, { collection, slug }: TextRef, version: string) {
  const route = 'GET /api/desk/documents/:collection/:slug/revisions'
  const listed = await findOnSite(site, route, { collection, slug })
  return listed?.revisions.find((one) => one.version === version)?.by ?? null
}

export function describeConflict(
  { collection, slug }: TextRef,
  mine: DocumentFields,
  conflict: Conflict,
): string {
  const path = `${collection}/${slug}`
  if (conflict.kind === 'gone') {
    return (
      `${path}: the version your file is based on no longer exists; it was renamed or removed. ` +
      'To store your file as a new document, remove its "version:" line.'
    )
  }
  const { kind, fields, at, by } = conflict
  const who = by ?? 'somebody outside the desk'
  const fetchArguments = collection === 'articles' ? slug : `${slug} --collection ${collection}`
  return [
    `${path}: ${who} ${kind === 'draft' ? 'saved a draft' : 'changed it'} on ${formatTime(at)}. Your version wasn’t written.`,
    ...diffLines(collection, fields, mine),
    'Lines with - are stored; lines with + are yours.',
    `To get the stored version as a file:  ${formatDeskCommand(`fetch ${fetchArguments} --to FILE`)}`,
    'To replace it with yours, add --overwrite. A published version stays in the log.',
  ].join('\n')
}

/** Compares only the text, because that's what a save changes. */
export function diffLines(
  collection: ManuscriptCollection,
  before: DocumentFields,
  after: DocumentFields,
): string[] {
  const format = (fields: DocumentFields) =>
    formatManuscript({ collection, fields: pickText(collection, fields), version: null })
  const [oldText, newText] = [format(before), format(after)]
  const options = { context: 2 }
  const { hunks } = structuredPatch('', '', oldText, newText, undefined, undefined, options)
  return hunks.flatMap(({ oldStart, lines }) => [
    `@@ line ${oldStart} @@`,
    ...lines.map(stripControlCharacters),
  ])
}
