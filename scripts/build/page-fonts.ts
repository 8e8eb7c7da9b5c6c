/** Finds the cut fonts that pages name, so that a build creates missing fonts and removes unused ones. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'

/** Paths of fonts, by the file that names them. */
export type PageFonts = ReadonlyMap<string, readonly string[]>

/** `isUnchanged` returns whether an existing page wasn't rendered again. Returns the paths of all cut fonts. */
export function updatePageFonts(
  state: string,
  rendered: PageFonts,
  isUnchanged: (page: string) => boolean,
): string[] {
  const path = join(state, 'page-fonts.json')
  const before: [string, string[]][] = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : []
  const fonts = new Map([...before.filter(([page]) => isUnchanged(page)), ...rendered])
  writeFileAtomically(path, JSON.stringify([...fonts]))
  return [...new Set([...fonts.values()].flat())].map((font) => font.slice(1))
}
