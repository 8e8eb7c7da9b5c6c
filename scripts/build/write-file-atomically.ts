import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The file is written completely or not at all. Creates its folder. */
export function writeFileAtomically(path: string, content: string | Uint8Array) {
  const draft = `${path}.${process.pid}.draft`
  try {
    writeFileSync(draft, content)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, content)
  }
  renameSync(draft, path)
}
