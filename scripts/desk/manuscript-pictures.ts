/**
 * The pictures that a manuscript brings along: `image: { file: … }` in its front matter and
 * `::figure{src="…"}` in its text. They are measured and named here, and uploaded by whoever asks.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { renderBody } from '../../src/content/markdown.ts'
import { largestPicture } from '../../src/contracts/publishing.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { figuresOf, withFigures } from './figures.ts'
import type { Manuscript } from './manuscript.ts'
import { type MeasuredPicture, measurePicture, pictureId } from './pictures.ts'
import type { Problem } from './problem.ts'

/** A picture in a file, with what the site will know of it. */
export type BroughtPicture = MeasuredPicture & {
  readonly id: string
  readonly file: string
}

export type Prepared = {
  /** The front matter and body with ids and sizes in place of files. */
  readonly fields: Fields
  readonly pictures: readonly BroughtPicture[]
  readonly problems: readonly Problem[]
}

const pictureFields = ['image', 'portrait'] as const

/** In place of a picture that cannot be used: that problem is enough, without its consequences. */
const unusable = { id: `unusable-${'0'.repeat(16)}`, width: 1, height: 1 }

/** Measures everything; `root` is the folder below which pictures may lie, beside the manuscript's. */
export async function preparePictures(manuscript: Manuscript, root: string): Promise<Prepared> {
  const pictures: BroughtPicture[] = []
  const problems: Problem[] = []
  const bring = async (source: string, report: (message: string) => Problem) => {
    const brought = await bringPicture(manuscript.path, root, source)
    if (brought.ok) pictures.push(brought.value)
    else problems.push(report(brought.failure))
    const { id, width, height } = brought.ok ? brought.value : unusable
    return { id, width, height }
  }

  const fields: Fields = { ...manuscript.fields }
  for (const name of pictureFields) {
    const value = fields[name]
    if (typeof value !== 'object' || value === null || 'id' in value) continue
    const { file, ...rest } = value as { readonly file?: unknown }
    const report = (message: string) => manuscript.problem([name, 'file'], message)
    const picture = await bring(String(file ?? ''), report)
    fields[name] = { ...rest, ...picture }
  }

  const rewritten = new Map<number, Record<string, string>>()
  for (const { line, attributes } of figuresOf(manuscript.body)) {
    const { src, width: _, height: __, ...rest } = attributes
    if (src === undefined) continue
    const report = (message: string) => manuscript.problem(['body'], `::figure: ${message}`, line)
    const { id, width, height } = await bring(src, report)
    rewritten.set(line, { image: id, width: `${width}`, height: `${height}`, ...rest })
  }
  fields.body = withFigures(manuscript.body, rewritten)
  return { fields, pictures, problems }
}

async function bringPicture(
  manuscriptPath: string,
  root: string,
  source: string,
): Promise<Result<BroughtPicture, string>> {
  const file = pictureFile(manuscriptPath, root, source)
  if (!file.ok) return file
  const bytes = readFileSync(file.value)
  const measured = await measurePicture(bytes)
  if (!measured.ok) return fail(`${source} ${measured.failure.reason}`)
  return succeed({ id: pictureId(bytes, source), file: file.value, ...measured.value })
}

/** A manuscript may come from anybody, and must not take along what lies elsewhere on this machine. */
function pictureFile(manuscriptPath: string, root: string, source: string): Result<string, string> {
  if (source === '') return fail('is missing: the picture, in a file beside this one')
  if (/^[a-z][a-z0-9+.-]*:/i.test(source) || isAbsolute(source)) {
    return fail(`${source} is no file beside the manuscript`)
  }
  try {
    const folder = realpathSync(dirname(manuscriptPath))
    const path = realpathSync(resolve(folder, source))
    const isBelow = (parent: string) => !relative(parent, path).startsWith(`..${sep}`)
    if (!isBelow(folder) && !isBelow(realpathSync(root))) {
      return fail(`${source} lies outside of the folder of the manuscripts`)
    }
    const { size } = statSync(path)
    if (!statSync(path).isFile()) return fail(`${source} is no file`)
    if (size > largestPicture) return fail(`${source} has more than ${largestPicture} bytes`)
    return succeed(path)
  } catch {
    return fail(`there is no file ${source}`)
  }
}

/**
 * The ids of an article's pictures that nobody sees without the right to read on: those that stand
 * behind its lead-in and nowhere before it.
 */
export function closedPictures(collection: string, fields: Fields): ReadonlySet<string> {
  if (collection !== 'articles' || fields.access === 'public') return new Set()
  const { leadIn, rest } = renderBody(String(fields.body ?? '')).pictures
  const open = new Set([...leadIn, (fields.image as { id?: string } | undefined)?.id])
  return new Set(rest.filter((id) => !open.has(id)))
}

/** The ids of all pictures that a document names. */
export function namedPictures(fields: Fields): ReadonlySet<string> {
  const { leadIn, rest } = renderBody(String(fields.body ?? '')).pictures
  const named = pictureFields.map((name) => (fields[name] as { id?: string } | undefined)?.id)
  return new Set([...leadIn, ...rest, ...named].filter((id) => id !== undefined))
}
