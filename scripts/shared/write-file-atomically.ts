import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates the file's folder if it's missing. */
export function writeNewFile(path: string, content: string | Uint8Array) {
  try {
    writeFileSync(path, content)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

/** Writes a file completely or not at all. Creates the file's folder if it's missing. */
export function writeFileAtomically(path: string, content: string | Uint8Array) {
  const draft = `${path}.${process.pid}.draft`
  writeNewFile(draft, content)
  renameSync(draft, path)
}
