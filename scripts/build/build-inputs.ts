/**
 * `.build-inputs` in an output: the state folder that it was built with and, once templates have
 * been compiled, the code's id and the compiled files. Without the last two, the output is incomplete.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'

type BuildFolders = { readonly BUILD_OUTPUT: string; readonly BUILD_STATE: string }

export type BuildInputs = {
  readonly isFromThisState: boolean
  /** Null while compiling. */
  readonly compileId: string | null
  /** The other files are written by every build. */
  readonly compiledFiles: readonly string[]
  /** Compiled files that don’t exist. */
  readonly missing: readonly string[]
}

const buildInputsPath = (output: string) => join(output, '.build-inputs')

/** Null before the first build. */
export function readBuildInputs({ BUILD_OUTPUT, BUILD_STATE }: BuildFolders): BuildInputs | null {
  if (!existsSync(buildInputsPath(BUILD_OUTPUT))) return null
  const text = readFileSync(buildInputsPath(BUILD_OUTPUT), 'utf8')
  const [state, compileId = null, ...files] = text.split('\n')
  return {
    isFromThisState: state === resolve(BUILD_STATE),
    compileId,
    compiledFiles: files,
    missing: files.filter((file) => !existsSync(join(BUILD_OUTPUT, file))),
  }
}

export function recordCompiling({ BUILD_OUTPUT, BUILD_STATE }: BuildFolders) {
  writeFileAtomically(buildInputsPath(BUILD_OUTPUT), resolve(BUILD_STATE))
}

export function recordBuildInputs({ BUILD_OUTPUT, BUILD_STATE }: BuildFolders, compileId: string) {
  const lines = [resolve(BUILD_STATE), compileId, ...listCompiledFiles(BUILD_OUTPUT)]
  writeFileAtomically(buildInputsPath(BUILD_OUTPUT), lines.join('\n'))
}

function listCompiledFiles(output: string): string[] {
  return [
    ...listFiles(join(output, 'server')).map((file) => `server/${file}`),
    ...listFiles(join(output, 'client', '_astro')).map((file) => `client/_astro/${file}`),
    ...listFiles('public').map((file) => `client/${file}`),
  ]
}

/** Leaves out hidden files, such as the variables that wrangler copies beside the Worker. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
