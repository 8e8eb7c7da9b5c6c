/** From files to documents that could be stored: read, pictures measured, everything validated. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { inParallel } from './in-parallel.ts'
import { type Manuscript, parseManuscript } from './manuscript.ts'
import { type BroughtPicture, closedPictures, preparePictures } from './manuscript-pictures.ts'
import { inOrder, type Problem, printProblem } from './problem.ts'
import { progress } from './progress.ts'
import { checkDocument } from './validation.ts'

export type ArticleStatus = 'published' | 'draft' | 'scheduled'

/** What an article becomes by the command; whatever its file says of it counts for nothing. */
export type Standing = {
  readonly status: ArticleStatus
  /** In place of the file's; needed for `scheduled`. */
  readonly publishedAt?: Date
  /** Whether it may be published one day is all that is asked. */
  readonly atAnyTime?: true
}

export type Ready = {
  readonly manuscript: Manuscript
  /** As the schema has them. */
  readonly fields: Fields
  readonly pictures: readonly BroughtPicture[]
  /** Ids of those that only entitled readers are given. */
  readonly closed: ReadonlySet<string>
}

/** Where the editor stands: npm runs scripts from the project's root, and says from where. */
export const workingFolder = () => process.env.INIT_CWD ?? process.cwd()

/** Milliseconds that a clock may be ahead; what is later than that is for `schedule`. */
const clockDifference = 5 * 60_000

/** Pictures are decoded whole, so only a few at once. */
const atOnce = 4

/** Everything that is wrong with all of them at once, or all of them. */
export async function prepareFiles(
  paths: readonly string[],
  standing: Standing,
): Promise<Result<Ready[], Problem[]>> {
  const bar = progress('reading', paths.length)
  const answers = await inParallel(paths, atOnce, async (path) => {
    const answer = await prepareFile(path, standing)
    bar.advance()
    return answer
  })
  bar.end()
  const ready = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  const problems = answers.flatMap((answer) => (answer.ok ? [] : answer.failure))
  problems.push(...namedTwice(ready))
  return problems.length > 0 ? fail(problems) : succeed(ready)
}

async function prepareFile(path: string, standing: Standing): Promise<Result<Ready, Problem[]>> {
  const file = resolve(workingFolder(), path)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fail([
      { path, line: 1, column: 1, message: 'there is no such file, or it may not be read' },
    ])
  }
  // Messages name the file as the editor did.
  const parsed = parseManuscript(path, text)
  if (!parsed.ok) return parsed
  const manuscript = parsed.value
  const prepared = await preparePictures({ ...manuscript, path: file }, workingFolder())
  const { collection, slug } = manuscript
  const fields = withStanding(collection, prepared.fields, standing)
  const checked = checkDocument(collection, slug, fields)
  const problems = [
    ...prepared.problems,
    ...checked.problems.map(({ field, message, line }) => manuscript.problem(field, message, line)),
    // A misspelt name would be lost without a word.
    ...checked.unknown.map((field) => manuscript.problem(field, 'there is no such field')),
  ]
  const isNow = standing.status === 'published' && !standing.atAnyTime
  if (isNow && isToCome(fields.publishedAt)) {
    const message = 'is still to come: use "desk schedule FILE --at TIME", or take it out for now'
    problems.push(manuscript.problem(['publishedAt'], message))
  }
  if (standing.status !== 'published' && collection !== 'articles') {
    const message = `${collection} are published or not; only articles are drafted and scheduled`
    problems.push(manuscript.problem(['collection'], message))
  }
  if (!checked.fields || problems.length > 0) return fail(problems)
  const closed = closedPictures(collection, checked.fields)
  return succeed({ manuscript, fields: checked.fields, pictures: prepared.pictures, closed })
}

function isToCome(time: unknown): boolean {
  return time instanceof Date && time.getTime() > Date.now() + clockDifference
}

/** The fields with the status that the command gives; other collections have none. */
export function withStanding(collection: string, fields: Fields, standing: Standing): Fields {
  if (collection !== 'articles') return fields
  const { status, publishedAt } = standing
  const time = publishedAt ?? fields.publishedAt ?? (status === 'draft' ? undefined : new Date())
  return { ...fields, status, publishedAt: time }
}

function namedTwice(ready: readonly Ready[]): Problem[] {
  const seen = new Map<string, string>()
  return ready.flatMap(({ manuscript }) => {
    const place = `${manuscript.collection}/${manuscript.slug}`
    const first = seen.get(place)
    seen.set(place, manuscript.path)
    if (first === undefined) return []
    return [manuscript.problem([], `${first} is ${place} as well`)]
  })
}

/** Each on a line of its own, in the order of the files and their lines. */
export function sayProblems(problems: readonly Problem[]) {
  for (const problem of inOrder(problems)) console.error(printProblem(problem))
}
