/**
 * The note in an output that says what it was built from: by which state folder, and, once templates
 * have been compiled into it, from which code and into which files. Without the latter it is not whole.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { writeWhole } from './mirror.ts'

type Places = { readonly BUILD_OUTPUT: string; readonly BUILD_STATE: string }

export type BuiltFrom = {
  readonly isOwn: boolean
  /** Null while it is being compiled. */
  readonly compileId: string | null
  /** Files that the compilation wrote and that are there no longer. Every build writes the others. */
  readonly missing: readonly string[]
}

const noteIn = (output: string) => join(output, '.built-from')

/** Null where nothing was ever built there. */
export function readBuiltFrom({ BUILD_OUTPUT, BUILD_STATE }: Places): BuiltFrom | null {
  if (!existsSync(noteIn(BUILD_OUTPUT))) return null
  const [state, compileId = null, ...files] = readFileSync(noteIn(BUILD_OUTPUT), 'utf8').split('\n')
  return {
    isOwn: state === resolve(BUILD_STATE),
    compileId,
    missing: files.filter((file) => !existsSync(join(BUILD_OUTPUT, file))),
  }
}

export function noteCompiling({ BUILD_OUTPUT, BUILD_STATE }: Places) {
  writeWhole(noteIn(BUILD_OUTPUT), resolve(BUILD_STATE))
}

export function noteBuiltFrom({ BUILD_OUTPUT, BUILD_STATE }: Places, compileId: string) {
  const lines = [resolve(BUILD_STATE), compileId, ...compiledFiles(BUILD_OUTPUT)]
  writeWhole(noteIn(BUILD_OUTPUT), lines.join('\n'))
}

/** The Worker, the scripts and styles of pages, and what was copied from `public/`. */
function compiledFiles(output: string): string[] {
  return [
    ...filesBelow(join(output, 'server')).map((file) => `server/${file}`),
    ...filesBelow(join(output, 'client', '_astro')).map((file) => `client/_astro/${file}`),
    ...filesBelow('public').map((file) => `client/${file}`),
  ]
}

/** But for hidden ones, such as the variables that wrangler copies beside the Worker. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
