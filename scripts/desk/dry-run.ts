/** What a command would write, in full. */
import type { StoredDocument } from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { changedLines } from './conflict.ts'
import { formatManuscript } from './manuscript-file.ts'
import type { BroughtPicture } from './manuscript-pictures.ts'
import { plain } from './plain.ts'
import type { Ready } from './prepare.ts'

export function sayDryRun(
  { manuscript, closed }: Ready,
  stored: StoredDocument | null,
  fields: Fields,
  result: string,
  pictures: readonly BroughtPicture[],
) {
  const { collection, slug } = manuscript
  const place = `${collection}/${slug}`
  if (result === 'unchanged') return console.log(`${place}: is stored so already`)
  for (const { id, file, width, height, kind } of pictures) {
    const who = closed.has(id) ? ', for entitled readers alone' : ''
    console.log(`picture ${id}: ${file}, ${kind}, ${width} by ${height}${who}`)
  }
  const lines = stored
    ? changedLines(collection, stored.fields, fields)
    : formatManuscript({ collection, fields, version: null }).trimEnd().split('\n')
  console.log(
    [`${place}: ${stored ? 'would change' : 'would be new'}`, ...lines.map(plain)].join('\n'),
  )
}
