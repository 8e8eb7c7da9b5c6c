/**
 * Images of a manuscript, `image: { file: … }` in the front matter and `::figure{src="…"}` in the text, and its
 * recordings, `::audio{src="…"}`.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { imageFields } from '../../../src/content/manuscript/closed-images.ts'
import { readFields } from '../../../src/content/manuscript/document.ts'
import {
  findFileDirectives,
  replaceFileDirectives,
} from '../../../src/content/manuscript/figure-directives.ts'
import type { Manuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import type { FileProblem } from '../../../src/content/manuscript/problem.ts'
import { findClosestWord } from '../../../src/domain/closest-word.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { maxAudioBytes, maxImageBytes } from '../../../src/domain/upload-limits.ts'
import {
  type CheckedFile,
  checkRecording,
  createImageId,
  type FileFailure,
  measureImage,
} from '../site/image-storage.ts'

export type LocalFile = CheckedFile & {
  readonly id: string
  readonly file: string
}

export type PreparedImages = {
  readonly fields: Fields
  /** Includes recordings. */
  readonly images: readonly LocalFile[]
  readonly problems: readonly FileProblem[]
}

/** Replaces an unusable image, so that only that problem is reported. */
const placeholderImage = { id: `unusable-${'0'.repeat(16)}`, width: 1, height: 1 }

/** Files must be below `root` or the manuscript's folder. */
export async function prepareImages(manuscript: Manuscript, root: string): Promise<PreparedImages> {
  const images: LocalFile[] = []
  const problems: FileProblem[] = []
  const addImage = async (source: string, createProblem: (message: string) => FileProblem) => {
    const loaded = await readLocalFile(manuscript.path, root, source, maxImageBytes, measureImage)
    if (loaded.ok) images.push(loaded.value)
    else problems.push(createProblem(loaded.failure))
    const { id, width, height } = loaded.ok ? loaded.value : placeholderImage
    return { id, width, height }
  }
  const addRecording = async (source: string, createProblem: (message: string) => FileProblem) => {
    const loaded = await readLocalFile(
      manuscript.path,
      root,
      source,
      maxAudioBytes,
      async (bytes) => checkRecording(bytes),
    )
    if (loaded.ok) images.push(loaded.value)
    else problems.push(createProblem(loaded.failure))
    return loaded.ok ? loaded.value.id : placeholderImage.id
  }

  const fields: Fields = { ...readFields(manuscript) }
  for (const name of imageFields) {
    const value = fields[name]
    if (typeof value !== 'object' || value === null || 'id' in value) continue
    const { file, ...rest } = value as { readonly file?: unknown }
    const createProblem = (message: string) => manuscript.problem([name, 'file'], message)
    const placed = await addImage(String(file ?? ''), createProblem)
    fields[name] = { ...rest, ...placed }
  }

  const rewritten = new Map<number, Record<string, string>>()
  for (const { name, line, attributes } of findFileDirectives(manuscript.body)) {
    const { src, width: _, height: __, ...rest } = attributes
    if (src === undefined) continue
    const createProblem = (message: string) =>
      manuscript.problem(['body'], `::${name}: ${message}`, line)
    if (name === 'audio') {
      rewritten.set(line, { file: await addRecording(src, createProblem), ...rest })
      continue
    }
    const { id, width, height } = await addImage(src, createProblem)
    rewritten.set(line, { image: id, width: `${width}`, height: `${height}`, ...rest })
  }
  if ('body' in fields) fields.body = replaceFileDirectives(manuscript.body, rewritten)
  return { fields, images, problems }
}

async function readLocalFile<Checked extends CheckedFile>(
  manuscriptPath: string,
  root: string,
  source: string,
  maxBytes: number,
  check: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result<Checked, FileFailure>>,
): Promise<Result<Checked & { readonly id: string; readonly file: string }, string>> {
  const file = resolveFile(manuscriptPath, root, source, maxBytes)
  if (!file.ok) return file
  const bytes = readFileSync(file.value)
  const checked = await check(bytes)
  if (!checked.ok) return fail(`${source} ${checked.failure.reason}`)
  return succeed({ id: createImageId(bytes, source), file: file.value, ...checked.value })
}

/** A manuscript may come from anyone, and must not include other files from this machine. */
function resolveFile(
  manuscriptPath: string,
  root: string,
  source: string,
  maxBytes: number,
): Result<string, string> {
  if (source === '') return fail('is missing: name a file next to this one')
  if (/^[a-z][a-z0-9+.-]*:/i.test(source) || isAbsolute(source)) {
    return fail(`${source} isn’t a relative path to a file`)
  }
  try {
    const folder = realpathSync(dirname(manuscriptPath))
    const path = realpathSync(resolve(folder, source))
    const isBelow = (parent: string) => !relative(parent, path).startsWith(`..${sep}`)
    if (!isBelow(folder) && !isBelow(realpathSync(root))) {
      return fail(`${source} is outside the manuscripts’ folder`)
    }
    const { size } = statSync(path)
    if (!statSync(path).isFile()) return fail(`${source} isn’t a file`)
    if (size > maxBytes) return fail(`${source} is larger than ${maxBytes} bytes`)
    return succeed(path)
  } catch {
    return fail(`${source} was not found${suggestPicture(manuscriptPath, source)}`)
  }
}

/** Suggests names such as `Picture.JPG` for `picture.jpg`. */
function suggestPicture(manuscriptPath: string, source: string): string {
  const folder = dirname(resolve(dirname(manuscriptPath), source))
  const names = existsSync(folder) ? readdirSync(folder) : []
  const pictures = names.filter((name) => /\.(?:avif|gif|jpe?g|png|webp)$/i.test(name))
  const meant = findClosestWord(basename(source), pictures)
  return meant === null ? '' : `. Did you mean ${join(dirname(source), meant)}?`
}
