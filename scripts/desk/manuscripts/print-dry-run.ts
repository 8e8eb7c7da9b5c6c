import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'
import { diffLines } from './conflict.ts'
import type { LocalFile } from './manuscript-images.ts'
import type { PreparedManuscript } from './prepare-manuscripts.ts'

export function printDryRun(
  { manuscript, closedImageIds }: PreparedManuscript,
  stored: StoredDocument | null,
  fields: Fields,
  result: string,
  images: readonly LocalFile[],
) {
  const { collection, slug } = manuscript
  const path = `${collection}/${slug}`
  if (result === 'unchanged') return console.log(`${path}: no change`)
  for (const image of images) {
    const { id, file, kind } = image
    const audience = closedImageIds.has(id) ? ', subscribers only' : ''
    const [noun, size] =
      'width' in image ? ['picture', `, ${image.width} × ${image.height}`] : ['recording', '']
    console.log(`${noun} ${id}: ${file}, ${kind}${size}${audience}`)
  }
  const lines = stored
    ? diffLines(collection, stored.fields, fields)
    : formatManuscript({ collection, fields, version: null }).trimEnd().split('\n')
  console.log(
    [
      `${path}: ${stored ? 'would be updated' : 'would be created'}`,
      ...lines.map(stripControlCharacters),
    ].join('\n'),
  )
}
