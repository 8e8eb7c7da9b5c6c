/** Detects a file's kind from its first bytes, to help an editor who has chosen the wrong file. */
import { closeSync, openSync, readSync } from 'node:fs'

/** First bytes as Latin-1, with the kind of file. */
const signatures: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'a ZIP file'],
  ['PK\x05\x06', 'a ZIP file'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['BZh', 'a compressed file'],
  ['\xfd7zXZ', 'a compressed file'],
  ['7z\xbc\xaf', 'an archive (7z)'],
  ['Rar!', 'an archive (RAR)'],
  ['%PDF', 'a PDF'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['\xd0\xcf\x11\xe0', 'an Office document'],
  ['SQLite format 3', 'a database'],
]

/** Returns null for texts and for unknown kinds. */
export function describeFileKind(path: string): string | null {
  const start = Buffer.alloc(512)
  const file = openSync(path, 'r')
  try {
    const text = start.toString('latin1', 0, readSync(file, start))
    if (text === '') return 'an empty file'
    if (text.slice(257, 262) === 'ustar') return 'an archive (tar)'
    if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)/i.test(text)) return 'a web page'
    return signatures.find(([signature]) => text.startsWith(signature))?.[1] ?? null
  } finally {
    closeSync(file)
  }
}
