import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'
import { toText } from '../documents/site-documents.ts'
import { diffLines } from './conflict.ts'
import type { PreparedManuscript } from './prepare-manuscripts.ts'
import { findMissingImages } from './upload-images.ts'

export function printDryRun(prepared: PreparedManuscript) {
  const { manuscript, fields, closedImageIds, document } = prepared
  const { collection, slug } = manuscript
  for (const image of findMissingImages(prepared)) {
    const { id, file, kind } = image
    const audience = closedImageIds.has(id) ? ', subscribers only' : ''
    const [noun, size] =
      'width' in image ? ['picture', `, ${image.width} × ${image.height}`] : ['recording', '']
    console.log(`${noun} ${id}: ${file}, ${kind}${size}${audience}`)
  }
  const stored = document?.stored
  const lines = stored
    ? diffLines(collection, toText(collection, stored), fields)
    : formatManuscript({ collection, fields, version: null }).trimEnd().split('\n')
  console.log(
    [
      `${collection}/${slug}: ${stored ? 'would be updated' : 'would be created'}`,
      ...lines.map(stripControlCharacters),
    ].join('\n'),
  )
}
