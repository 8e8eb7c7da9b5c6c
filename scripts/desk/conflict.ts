/** Two versions of a document side by side, for the editor who has to choose. */
import { structuredPatch } from 'diff'
import type { StoredDocument } from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { contentOf } from './decision.ts'
import type { ManuscriptCollection } from './manuscript.ts'
import { formatManuscript } from './manuscript-file.ts'
import { plain } from './plain.ts'

type Versions = {
  readonly collection: ManuscriptCollection
  readonly slug: string
  readonly mine: Fields
  readonly theirs: StoredDocument | null
}

/** Lines around each difference. */
const context = 2

export function explainConflict({ collection, slug, mine, theirs }: Versions): string {
  const place = `${collection}/${slug}`
  if (!theirs) {
    return (
      `${place}: the version that your file is based on is not there any more; it has been ` +
      'renamed or removed. To store it as a new one, take the line "version:" out of the file.'
    )
  }
  const which = collection === 'articles' ? slug : `${slug} --collection ${collection}`
  return [
    `${place}: somebody else has changed it. Nothing of it was written.`,
    ...changedLines(collection, theirs.fields, mine),
    `Lines with - are stored (version ${theirs.updateTime}), lines with + are yours.`,
    `To see theirs as a file:  desk fetch ${which} --to FILE`,
    'To write yours over it, which keeps theirs in the log:  --overwrite',
  ].join('\n')
}

/** As a patch has them, between the two as manuscripts. */
export function changedLines(
  collection: ManuscriptCollection,
  before: Fields,
  after: Fields,
): string[] {
  const [one, other] = [before, after].map((fields) =>
    formatManuscript({ collection, fields: contentOf(collection, fields), version: null }),
  )
  const { hunks } = structuredPatch('', '', one!, other!, undefined, undefined, { context })
  return hunks.flatMap(({ oldStart, lines }) => [`@@ line ${oldStart} @@`, ...lines.map(plain)])
}
