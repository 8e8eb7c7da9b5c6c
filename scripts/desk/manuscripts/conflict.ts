import { structuredPatch } from 'diff'
import { revisionQuery } from '../../../functions/documents/revision.ts'
import { pickContent } from '../../../functions/documents/write-decision.ts'
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { DocumentRef, ManuscriptCollection } from '../../../src/content/manuscript/document.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'
import { queryDocuments } from '../documents/stored-documents.ts'

type ConflictVersions = {
  readonly collection: ManuscriptCollection
  readonly slug: string
  readonly mine: Fields
  readonly theirs: StoredDocument | null
  /** Who wrote theirs; null if it was changed outside the desk. */
  readonly by: string | null
}

export function describeConflict({ collection, slug, mine, theirs, by }: ConflictVersions): string {
  const path = `${collection}/${slug}`
  if (!theirs) {
    return (
      `${path}: the version your file is based on no longer exists; it was renamed or removed. ` +
      'To store your file as a new document, remove its "version:" line.'
    )
  }
  const fetchArguments = collection === 'articles' ? slug : `${slug} --collection ${collection}`
  return [
    `${path}: ${by ?? 'somebody outside the desk'} changed it on ${formatTime(new Date(theirs.updateTime))}. Your version was not written.`,
    ...diffLines(collection, theirs.fields, mine),
    `Lines with - are stored (version ${theirs.updateTime}), lines with + are yours.`,
    `To get the stored version as a file:  ${formatDeskCommand(`fetch ${fetchArguments} --to FILE`)}`,
    'To replace it with yours (the stored version stays in the log):  --overwrite',
  ].join('\n')
}

/** Who wrote this version; null if it was changed outside the desk. */
export async function readEditor(
  desk: Pick<Desk, 'firestore'>,
  ref: DocumentRef,
  { updateTime }: StoredDocument,
): Promise<string | null> {
  const query = { ...revisionQuery(ref), orderBy: 'at', fields: ['by'] }
  const revisions = await queryDocuments(desk, query)
  const revision = revisions.find((one) => one.updateTime === updateTime)
  return typeof revision?.fields.by === 'string' ? revision.fields.by : null
}

export function diffLines(
  collection: ManuscriptCollection,
  before: Fields,
  after: Fields,
): string[] {
  const format = (fields: Fields) => {
    const content = { ...pickContent(collection, fields), identifier: undefined }
    return formatManuscript({ collection, fields: content, version: null })
  }
  const [oldText, newText] = [format(before), format(after)]
  const options = { context: 2 }
  const { hunks } = structuredPatch('', '', oldText, newText, undefined, undefined, options)
  return hunks.flatMap(({ oldStart, lines }) => [
    `@@ line ${oldStart} @@`,
    ...lines.map(stripControlCharacters),
  ])
}
