/** Reads site generators' settings. Nothing is imported if they can't be read, because settings can hide texts. */
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { megabyte } from '../megabyte.ts'
import { readFileInside } from '../source-file.ts'
import { decodeText } from './decode-text.ts'
import { type FrontMatter, parseFields } from './front-matter-syntax.ts'

const maxBytes = megabyte

/** Thrown if a site's settings can't be read, which stops its import. */
export class SettingsError extends Error {
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(failure.reason)
    this.failure = failure
  }
}

/** Returns no settings if the file is missing; throws a `SettingsError` if it can't be read. */
export async function readSettings(root: string, name: string): Promise<FrontMatter> {
  if (!existsSync(join(root, name))) return {}
  const text = await readSettingsText(root, name)
  const parsed = parseFields(text, extname(name).slice(1), 0)
  if (parsed.ok) return parsed.value
  const { reason, ...place } = parsed.failure
  throw new SettingsError({
    ...place,
    file: name,
    reason: reason.replace('the front matter', 'it'),
  })
}

export async function readSettingsText(root: string, name: string): Promise<string> {
  const read = await readFileInside(root, name, maxBytes)
  if (!read.ok) throw new SettingsError({ file: name, reason: read.failure })
  return decodeText(read.value.bytes).text.replace(/^\uFEFF/, '')
}

/** Runs a function that reads settings, and returns a `SettingsError` as a failure. */
export async function catchSettingsError<Value>(
  read: () => Promise<Value>,
): Promise<Result<Value, ImportFailure>> {
  try {
    return succeed(await read())
  } catch (error) {
    if (error instanceof SettingsError) return fail(error.failure)
    throw error
  }
}

/** Merges settings table by table; later ones take precedence. */
export function mergeSettings(...all: readonly FrontMatter[]): FrontMatter {
  const isTable = (value: unknown): value is FrontMatter =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const merged: Record<string, unknown> = {}
  for (const [name, value] of all.flatMap((each) => Object.entries(each))) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined
    merged[name] = isTable(before) && isTable(value) ? mergeSettings(before, value) : value
  }
  return merged
}
