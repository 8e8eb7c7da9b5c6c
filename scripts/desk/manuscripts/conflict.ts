import { structuredPatch } from 'diff'
import { pickContent } from '../../../functions/documents/write-decision.ts'
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { ManuscriptCollection } from '../../../src/content/manuscript/document.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'

type ConflictVersions = {
  readonly collection: ManuscriptCollection
  readonly slug: string
  readonly mine: Fields
  readonly theirs: StoredDocument | null
}

export function describeConflict({ collection, slug, mine, theirs }: ConflictVersions): string {
  const path = `${collection}/${slug}`
  if (!theirs) {
    return (
      `${path}: the version your file is based on no longer exists; it was renamed or removed. ` +
      'To store your file as a new document, remove its "version:" line.'
    )
  }
  const fetchArguments = collection === 'articles' ? slug : `${slug} --collection ${collection}`
  return [
    `${path}: somebody else has changed it since. Your version was not written.`,
    ...diffLines(collection, theirs.fields, mine),
    `Lines with - are stored (version ${theirs.updateTime}), lines with + are yours.`,
    `To get the stored version as a file:  ${formatDeskCommand(`fetch ${fetchArguments} --to FILE`)}`,
    'To replace it with yours (the stored version stays in the log):  --overwrite',
  ].join('\n')
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
