/** Reads and updates manuscript files. */
import {
  chmodSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  type PublishedState,
  writePublishedState,
} from '../../../src/content/manuscript/format-manuscript.ts'
import {
  type Manuscript,
  parseManuscript,
} from '../../../src/content/manuscript/parse-manuscript.ts'

/** Reads our own manuscripts: throws if one is invalid. */
function readManuscript(path: string): Manuscript {
  const parsed = parseManuscript(path, readFileSync(path, 'utf8'))
  if (parsed.ok) return parsed.value
  throw new Error(
    parsed.failure.map(({ line, message }) => `${path}:${line}: ${message}`).join('\n'),
  )
}

export function readManuscripts(folder: string): Manuscript[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readManuscript(join(folder, name)))
}

/** Reads the file again, because the editor may have changed it, and writes it atomically. */
export function updateManuscriptFile(path: string, publishedState: PublishedState) {
  const text = readFileSync(path, 'utf8')
  const updated = writePublishedState(text, publishedState)
  if (updated !== text) replaceFileAtomically(path, updated)
}

function replaceFileAtomically(path: string, content: string) {
  // Replaces a link's target, not the link.
  const target = realpathSync(path)
  const temporaryFile = `${target}.${process.pid}.draft`
  writeFileSync(temporaryFile, content)
  chmodSync(temporaryFile, statSync(target).mode)
  renameSync(temporaryFile, target)
}
