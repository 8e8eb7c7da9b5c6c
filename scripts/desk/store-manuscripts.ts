/**
 * From manuscripts to the stored publication. All of them are validated before anything is written;
 * pictures are stored before the documents that name them; the files are marked with their version
 * last. Run again after it was stopped anywhere, it finishes.
 */
import { resolve } from 'node:path'
import type { StoredDocument, Write } from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { explainConflict } from './conflict.ts'
import { sayDryRun } from './dry-run.ts'
import { type Ending, firestoreStop, gravest } from './ending.ts'
import { type Desk, editorOf } from './environment.ts'
import { inParallel } from './in-parallel.ts'
import { markFile } from './manuscript-file.ts'
import { prepareFiles, type Ready, type Standing, sayProblems, workingFolder } from './prepare.ts'
import { progress } from './progress.ts'
import { addressOf, laterOf } from './site.ts'
import { checkSurroundings, endRedirectFrom, readAllStored } from './surroundings.ts'
import { missingPictures, uploadPictures, type Wanted } from './upload-pictures.ts'
import { type Outcome, writeDocuments } from './write.ts'

export type StoreOptions = {
  readonly standing: Standing
  readonly action: string
  readonly message?: string | undefined
  readonly overwrite: boolean
  readonly dryRun: boolean
  /** Refuses what this command must not touch, in words; null where it may. */
  readonly refuse?: (stored: StoredDocument) => string | null
}

export type StoredManuscript = {
  readonly ready: Ready
  readonly outcome: Outcome
  /** There was no document at its address that readers could see. */
  readonly isNew: boolean
}

export type Stored = {
  readonly ending: Ending
  readonly manuscripts: readonly StoredManuscript[]
  /** To announce: the latest commit that holds any of them, an earlier run's too. */
  readonly at: string | null
}

type Candidate = Wanted & { readonly fields: Fields }

const readsAtOnce = 24

export async function storeManuscripts(
  desk: Desk,
  paths: readonly string[],
  options: StoreOptions,
): Promise<Stored> {
  const { standing, dryRun } = options
  editorOf(desk)
  const prepared = await prepareFiles(paths, standing)
  const nothing = (ending: Ending): Stored => ({ ending, manuscripts: [], at: null })
  if (!prepared.ok) {
    sayProblems(prepared.failure)
    return nothing('refused')
  }
  const places = prepared.value.map(({ manuscript }) => manuscript)
  const stored = await readAllStored(desk, places)
  const problems = await checkSurroundings(desk, prepared.value, stored)
  for (const [index, one] of stored.entries()) {
    const reason = one && options.refuse?.(one)
    if (reason) problems.push(places[index]!.problem([], reason))
  }
  if (problems.length > 0) {
    sayProblems(problems)
    return nothing('refused')
  }

  const candidates = prepared.value.map((ready, index): Candidate => {
    const before = stored[index] ?? null
    return { ready, stored: before, fields: keepTime(ready, before, standing) }
  })
  const changes = await inParallel(candidates, readsAtOnce, async (candidate) => ({
    collection: candidate.ready.manuscript.collection,
    slug: candidate.ready.manuscript.slug,
    fields: candidate.fields,
    base: baseOf(candidate, options),
    alongside: await redirectsToEnd(desk, candidate),
  }))
  const { action, message } = options
  const words = { action, ...(message === undefined ? {} : { message }) }

  // Decides for all of them first: where one cannot be stored, none is.
  const trial = await writeDocuments(desk, changes, { ...words, dryRun: true })
  if (!trial.ok) throw firestoreStop('Nothing was written', trial.failure)
  const obstacle = gravest(
    trial.value.outcomes.map((one, index) => sayObstacle(candidates[index]!, one)),
  )
  if (obstacle !== 'done') return nothing(obstacle)
  if (dryRun) {
    for (const [index, { ready, stored, fields }] of candidates.entries()) {
      const pictures = missingPictures(candidates[index]!)
      sayDryRun(ready, stored, fields, trial.value.outcomes[index]!.result, pictures)
    }
    console.log('Nothing was written.')
    return nothing('done')
  }

  await uploadPictures(desk, candidates)
  const bar = progress('storing', changes.length)
  let done = 0
  const written = await writeDocuments(desk, changes, {
    ...words,
    dryRun: false,
    onProgress(now) {
      bar.advance(now - done)
      done = now
    },
  })
  bar.end()
  if (!written.ok) throw firestoreStop('Not everything was written', written.failure)

  const endings: Ending[] = []
  let at = written.value.at
  const manuscripts = candidates.map((candidate, index): StoredManuscript => {
    const outcome = written.value.outcomes[index]!
    endings.push(sayObstacle(candidate, outcome))
    if ('updateTime' in outcome && outcome.updateTime !== null) {
      markVersion(candidate, outcome.updateTime)
      at = laterOf(at, outcome.updateTime)
    }
    return { ready: candidate.ready, outcome, isNew: !wasReadable(candidate.stored) }
  })
  return { ending: gravest(endings), manuscripts, at }
}

/**
 * What has to be stored still for this to be written. `refuse` has judged what is there: where that
 * matters, not even overwriting takes another.
 */
function baseOf({ ready, stored }: Candidate, { overwrite, refuse }: StoreOptions) {
  if (!overwrite) return ready.manuscript.version ?? 'new'
  return refuse ? (stored?.updateTime ?? 'new') : 'any'
}

function wasReadable(stored: StoredDocument | null): boolean {
  return stored !== null && (stored.fields.status ?? 'published') === 'published'
}

/** Published once, an article keeps its time, also where the file does not name it. */
function keepTime(
  { manuscript, fields }: Ready,
  stored: StoredDocument | null,
  standing: Standing,
) {
  const isNamed = standing.publishedAt !== undefined || manuscript.fields.publishedAt !== undefined
  const earlier = stored?.fields.status === 'published' ? stored.fields.publishedAt : undefined
  if (isNamed || !(earlier instanceof Date)) return fields
  return { ...fields, publishedAt: earlier }
}

/** What leads away from its address goes on doing so until readers find it there. */
async function redirectsToEnd(desk: Desk, { ready, stored, fields }: Candidate): Promise<Write[]> {
  const isShown = (fields.status ?? 'published') === 'published'
  if (!isShown || wasReadable(stored)) return []
  const ended = await endRedirectFrom(desk, addressOf(ready.manuscript))
  return ended ? [ended] : []
}

/** Says why a document cannot be, or was not, written. */
function sayObstacle({ ready }: Candidate, outcome: Outcome): Ending {
  const { manuscript } = ready
  switch (outcome.result) {
    case 'written':
    case 'unchanged':
      return 'done'
    case 'conflict': {
      const { collection, slug } = manuscript
      const mine = outcome.mine ?? {}
      console.error(explainConflict({ collection, slug, mine, theirs: outcome.theirs }))
      return 'conflict'
    }
    case 'invalid':
      sayProblems(outcome.problems.map(({ field, message }) => manuscript.problem(field, message)))
      return 'refused'
  }
}

/** So that the file can be published again: as of this version, at this time. */
function markVersion({ ready, fields }: Candidate, version: string) {
  const { path, fields: named } = ready.manuscript
  const { publishedAt, status } = fields
  const isOther = Number(named.publishedAt) !== Number(publishedAt)
  markFile(resolve(workingFolder(), path), {
    version,
    ...(publishedAt instanceof Date && isOther ? { publishedAt } : {}),
    ...(typeof named.status === 'string' && named.status !== status
      ? { status: String(status) }
      : {}),
  })
}
