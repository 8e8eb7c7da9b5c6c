import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { findClosedImages } from '../../../src/content/manuscript/closed-images.ts'
import { findInvisibleText } from '../../../src/content/manuscript/find-invisible-text.ts'
import {
  type Manuscript,
  parseManuscript,
} from '../../../src/content/manuscript/parse-manuscript.ts'
import type { FileProblem } from '../../../src/content/manuscript/problem.ts'
import { findTemplateText } from '../../../src/content/manuscript/template-text.ts'
import { validateDocument } from '../../../src/content/manuscript/validate-document.ts'
import { categorySlugs, isCategory } from '../../../src/domain/category.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { mapConcurrently } from '../command-line/map-concurrently.ts'
import { createProgressBar } from '../command-line/terminal.ts'
import { type LocalImage, prepareImages } from './manuscript-images.ts'

type ArticleStatus = 'published' | 'draft' | 'scheduled'

/** The article's state after the command, regardless of its file. */
export type TargetStatus = {
  readonly status: ArticleStatus
  /** Overrides the file's; required for `scheduled`. */
  readonly publishedAt?: Date
  /** Set by checks that don't publish now. */
  readonly allowsFutureDate?: true
}

export type PreparedManuscript = {
  readonly manuscript: Manuscript
  readonly fields: Fields
  readonly images: readonly LocalImage[]
  /** See `findClosedImages`. */
  readonly closedImageIds: ReadonlySet<string>
}

/** Milliseconds that a clock may be ahead. Later times need `schedule`. */
const clockTolerance = 5 * 60_000

/** Few at once, because images are decoded in full. */
const maxConcurrentFiles = 4

/** Returns the problems of all files, or all files. */
export async function prepareFiles(
  paths: readonly string[],
  target: TargetStatus,
): Promise<Result<PreparedManuscript[], FileProblem[]>> {
  const progressBar = createProgressBar('reading', paths.length)
  const results = await mapConcurrently(paths, maxConcurrentFiles, async (path) => {
    const result = await prepareFile(path, target)
    progressBar.advance()
    return result
  })
  progressBar.end()
  const preparedManuscripts = results.flatMap((result) => (result.ok ? [result.value] : []))
  const problems = results.flatMap((result) => (result.ok ? [] : result.failure))
  problems.push(...findDuplicates(preparedManuscripts))
  return problems.length > 0 ? fail(problems) : succeed(preparedManuscripts)
}

async function prepareFile(
  path: string,
  target: TargetStatus,
): Promise<Result<PreparedManuscript, FileProblem[]>> {
  const absolutePath = resolve(workingDirectory(), path)
  let text: string
  try {
    text = readFileSync(absolutePath, 'utf8')
  } catch {
    return fail([{ path, line: 1, column: 1, message: 'file not found, or not readable' }])
  }
  const parsed = parseManuscript(path, text)
  if (!parsed.ok) return parsed
  const manuscript = parsed.value
  const prepared = await prepareImages({ ...manuscript, path: absolutePath }, workingDirectory())
  const { collection, slug } = manuscript
  const fields = applyTargetStatus(collection, prepared.fields, target)
  const checked = validateDocument(collection, slug, fields)
  const problems = [
    ...prepared.problems,
    ...[...checked.problems, ...findInvisibleText(fields)].map(({ field, message, line }) =>
      manuscript.problem(field, message, line),
    ),
    // The schema accepts categories that have been removed.
    ...(collection === 'articles' &&
    typeof fields.category === 'string' &&
    !isCategory(fields.category)
      ? [manuscript.problem(['category'], `must be one of ${categorySlugs.join(', ')}`)]
      : []),
    // A misspelt field would be lost silently.
    ...checked.unknownFields.map((field) => manuscript.problem(field, 'unknown field')),
    ...findTemplateText(manuscript.body).map(({ text, line }) =>
      manuscript.problem(['body'], `"${text}" is the template’s text: replace or remove it`, line),
    ),
  ]
  const publishesNow = target.status === 'published' && !target.allowsFutureDate
  if (publishesNow && isInFuture(fields.publishedAt)) {
    const message = `is in the future: use “${formatDeskCommand('schedule FILE --at TIME')}”, or remove it to publish now`
    problems.push(manuscript.problem(['publishedAt'], message))
  }
  if (target.status !== 'published' && collection !== 'articles') {
    const preview = `. To see an issue’s email: “${formatDeskCommand(`weekly preview ${path}`)}”`
    const advice = collection === 'issues' ? preview : ''
    const message = `${collection} can’t be drafts or scheduled; only articles can${advice}`
    problems.push(manuscript.problem(['collection'], message))
  }
  if (!checked.fields || problems.length > 0) return fail(problems)
  const closedImageIds = findClosedImages(collection, checked.fields)
  return succeed({ manuscript, fields: checked.fields, images: prepared.images, closedImageIds })
}

function isInFuture(time: unknown): boolean {
  return time instanceof Date && time.getTime() > Date.now() + clockTolerance
}

/** Other collections have no status. */
function applyTargetStatus(collection: string, fields: Fields, target: TargetStatus): Fields {
  if (collection !== 'articles') return fields
  const { status, publishedAt } = target
  const time = publishedAt ?? fields.publishedAt ?? (status === 'draft' ? undefined : new Date())
  return { ...fields, status, publishedAt: time }
}

function findDuplicates(preparedManuscripts: readonly PreparedManuscript[]): FileProblem[] {
  const seen = new Map<string, string>()
  return preparedManuscripts.flatMap(({ manuscript }) => {
    const path = `${manuscript.collection}/${manuscript.slug}`
    const first = seen.get(path)
    seen.set(path, manuscript.path)
    if (first === undefined) return []
    return [manuscript.problem([], `${first} is also ${path}`)]
  })
}
