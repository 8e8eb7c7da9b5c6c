import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import {
  type BodyLines,
  findLine,
  getLine,
  splitLines,
} from '../../../src/content/manuscript/body-lines.ts'
import { checkDocument } from '../../../src/content/manuscript/check-document.ts'
import type { PublicationLookup } from '../../../src/content/manuscript/check-references.ts'
import { findClosedImages } from '../../../src/content/manuscript/closed-images.ts'
import { type Manuscript, parseFile } from '../../../src/content/manuscript/parse-manuscript.ts'
import type { FieldProblem, FileProblem } from '../../../src/content/manuscript/problem.ts'
import type { DeskDocument } from '../../../src/contracts/endpoints/document-endpoints.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { createProgressBar } from '../command-line/terminal.ts'
import { toText } from '../documents/site-documents.ts'
import { type LocalFile, prepareImages } from './manuscript-images.ts'
import { listTexts, readPublication } from './read-publication.ts'

type ArticleStatus = 'published' | 'draft' | 'scheduled'

/** The article's state after the command, regardless of its file. */
export type TargetStatus = {
  readonly status: ArticleStatus
  /** Overrides the file's date; required for `scheduled`. */
  readonly publishedAt?: Date
  /** Checks that don't publish now set this. */
  readonly allowsFutureDate?: true
}

export type PreparedManuscript = {
  readonly manuscript: Manuscript
  readonly fields: Fields
  readonly images: readonly LocalFile[]
  /** See `findClosedImages`. */
  readonly closedImageIds: ReadonlySet<string>
  /** Null for a new document, or without a site. */
  readonly document: DeskDocument | null
}

/** Milliseconds that a clock may be ahead. Later times need `schedule`. */
const clockTolerance = 5 * 60_000

/** The limit is low, because images are decoded in full. */
const maxConcurrentFiles = 4

/** A file with its pictures, before its fields and text are checked. */
type ReadManuscript = {
  readonly manuscript: Manuscript
  readonly fields: Fields
  readonly images: readonly LocalFile[]
  readonly problems: readonly FileProblem[]
}

/** Returns every file's problems, or else all prepared files. Without a site, nothing is read from the network. */
export async function prepareFiles(
  paths: readonly string[],
  target: TargetStatus,
  site: KeySite | null = null,
): Promise<Result<PreparedManuscript[], FileProblem[]>> {
  const progressBar = createProgressBar('reading', paths.length)
  const results = await mapConcurrently(paths, maxConcurrentFiles, async (path) => {
    const result = await readManuscript(path, target)
    progressBar.advance()
    return result
  })
  progressBar.end()
  const manuscripts = results.flatMap((result) => (result.ok ? [result.value] : []))
  const documents = manuscripts.map(({ manuscript, fields }) => ({ ...manuscript, fields }))
  const publication = site ? await readPublication(site, documents) : null
  const offlineLookup = { texts: { current: new Map(listTexts(documents)), previous: new Map() } }
  const problems = results.flatMap((result) => (result.ok ? [] : result.failure))
  const prepared = manuscripts.flatMap((manuscript, index): PreparedManuscript[] => {
    const document = publication?.documents[index] ?? null
    const { collection } = manuscript.manuscript
    const stored = document?.stored ? toText(collection, document.stored) : null
    const lookup = publication ? { ...publication.lookup, stored } : offlineLookup
    const checked = checkManuscript(manuscript, target, lookup)
    if (checked.ok) return [{ ...checked.value, document }]
    problems.push(...checked.failure)
    return []
  })
  problems.push(...findDuplicates(manuscripts))
  return problems.length > 0 ? fail(problems) : succeed(prepared)
}

async function readManuscript(
  path: string,
  target: TargetStatus,
): Promise<Result<ReadManuscript, FileProblem[]>> {
  const absolutePath = resolve(workingDirectory(), path)
  let text: string
  try {
    text = readFileSync(absolutePath, 'utf8')
  } catch {
    return fail([{ path, line: 1, column: 1, message: 'file not found, or not readable' }])
  }
  const { manuscript, problems } = parseFile(path, text)
  if (!manuscript) return fail([...problems])
  const prepared = await prepareImages({ ...manuscript, path: absolutePath }, workingDirectory())
  const fields = applyTargetStatus(manuscript.collection, prepared.fields, target)
  return succeed({
    ...prepared,
    manuscript,
    fields,
    problems: [...problems, ...prepared.problems],
  })
}

function checkManuscript(
  { manuscript, fields, images, problems: fileProblems }: ReadManuscript,
  target: TargetStatus,
  lookup: PublicationLookup,
): Result<Omit<PreparedManuscript, 'document'>, FileProblem[]> {
  const { collection, slug, path } = manuscript
  const { body = '', ...otherFields } = fields
  const checked = checkDocument(
    collection,
    slug,
    { fields: otherFields, body: String(body) },
    { ...lookup, uploadedImageIds: new Set(images.map(({ id }) => id)) },
  )
  const [checkedText, text] = [splitLines(String(body)), splitLines(manuscript.body)]
  const located = checked.problems.map((problem) =>
    manuscript.locate(moveToFile(problem, checkedText, text)),
  )
  const problems = [...fileProblems, ...located]
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
  return succeed({ manuscript, fields: checked.fields, images, closedImageIds })
}

/** Moves a fix to the file, or drops it if its lines differ, as those of pictures do: the file has no ids. */
function moveToFile(problem: FieldProblem, checked: BodyLines, file: BodyLines): FieldProblem {
  const { fix, ...withoutFix } = problem
  if (!fix || !('edit' in fix)) return problem
  const { from, to, insert } = fix.edit
  const first = findLine(checked, from)
  const last = findLine(checked, to)
  for (let line = first; line <= last; line++)
    if (getLine(checked, line) !== getLine(file, line)) return withoutFix
  const shift = file.starts[first - 1]! - checked.starts[first - 1]!
  return { ...problem, fix: { ...fix, edit: { from: from + shift, to: to + shift, insert } } }
}

function isInFuture(time: unknown): boolean {
  return time instanceof Date && time.getTime() > Date.now() + clockTolerance
}

/** Sets an article's status; other collections have none. */
function applyTargetStatus(collection: string, fields: Fields, target: TargetStatus): Fields {
  if (collection !== 'articles') return fields
  const { status, publishedAt } = target
  const time = publishedAt ?? fields.publishedAt ?? (status === 'draft' ? undefined : new Date())
  return { ...fields, status, publishedAt: time }
}

function findDuplicates(manuscripts: readonly ReadManuscript[]): FileProblem[] {
  const seen = new Map<string, string>()
  return manuscripts.flatMap(({ manuscript }) => {
    const path = `${manuscript.collection}/${manuscript.slug}`
    const first = seen.get(path)
    seen.set(path, manuscript.path)
    if (first === undefined) return []
    return [manuscript.problem([], `${first} is also ${path}`)]
  })
}
