/**
 * The note in an output that says what it was built from: by which state folder, and, once templates
 * have been compiled into it, from which code. Without the second it is not whole.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeWhole } from './mirror.ts'

type Places = { readonly BUILD_OUTPUT: string; readonly BUILD_STATE: string }

export type BuiltFrom = { readonly isOwn: boolean; readonly compileId: string | null }

const noteIn = (output: string) => join(output, '.built-from')

/** Null where nothing was ever built there. */
export function readBuiltFrom({ BUILD_OUTPUT, BUILD_STATE }: Places): BuiltFrom | null {
  if (!existsSync(noteIn(BUILD_OUTPUT))) return null
  const [state, compileId = null] = readFileSync(noteIn(BUILD_OUTPUT), 'utf8').split('\n')
  return { isOwn: state === resolve(BUILD_STATE), compileId }
}

/** Null while it is being compiled. */
export function noteBuiltFrom({ BUILD_OUTPUT, BUILD_STATE }: Places, compileId: string | null) {
  const lines = [resolve(BUILD_STATE), ...(compileId === null ? [] : [compileId])]
  writeWhole(noteIn(BUILD_OUTPUT), lines.join('\n'))
}
