/**
 * Writes what comes from elsewhere beside what is there: new documents, and those that nobody has
 * touched since they came. What was edited at the desk stays as it is.
 */
import type {
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../../../functions/adapters/firestore.ts'
import type { Fields } from '../../../functions/adapters/firestore-values.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'
import { decide } from '../decision.ts'
import type { Desk } from '../environment.ts'
import { inParallel } from '../in-parallel.ts'
import { describeProblem } from '../problem.ts'
import { type Place, revisionsOf } from '../revision.ts'
import { type Change, writeDocuments } from '../write.ts'
import type { Fate } from './import-report.ts'

/** The word by which the log knows an import's revisions. */
export const importAction = 'imported'

export type Incoming = Place & {
  readonly fields: Fields
  /** Redirects that belong to it. */
  readonly alongside: readonly Write[]
  /** Pictures of it that were out of reach this time: what has more of them stays. */
  readonly missed: number
}

export type Settled = {
  readonly fate: Fate
  /** As it is stored now; null for what is nowhere. */
  readonly status: string | null
  readonly notes: readonly string[]
}

export type SettleOptions = { readonly overwrite: boolean; readonly dryRun: boolean }

type Answer<Value> = Promise<Result<Value, FirestoreFailure>>

/** Stops are as in writeDocuments; called again, it finishes. In the order of what came in. */
export async function settle(
  desk: Desk,
  incoming: readonly Incoming[],
  options: SettleOptions,
): Answer<{ readonly settled: readonly Settled[]; readonly at: string | null }> {
  const settled = new Array<Settled>(incoming.length)
  const changes: { index: number; change: Change; fate: Fate }[] = []
  const plans = await inParallel(incoming, 12, (one) => plan(desk, one, options))
  const apart: Write[] = []
  for (const [index, answer] of plans.entries()) {
    if (!answer.ok) return answer
    const one = incoming[index]!
    if ('base' in answer.value) {
      const { base, fate } = answer.value
      changes.push({ index, fate, change: { ...one, base } })
      continue
    }
    settled[index] = answer.value
    // Its addresses may have become known only now.
    if (isShown(one, answer.value.status)) apart.push(...one.alongside)
  }

  const written = await writeDocuments(
    desk,
    changes.map(({ change }) => change),
    { action: importAction, dryRun: options.dryRun },
  )
  if (!written.ok) return written
  for (const [order, outcome] of written.value.outcomes.entries()) {
    const { index, fate, change } = changes[order]!
    const status = (change.fields?.status as string | undefined) ?? null
    if (outcome.result === 'written' || outcome.result === 'unchanged') {
      settled[index] = {
        fate: outcome.result === 'written' ? fate : 'unchanged',
        status,
        notes: [],
      }
    } else if (outcome.result === 'conflict') {
      settled[index] = {
        fate: 'kept',
        status: statusOf(outcome.theirs),
        notes: ['somebody else was writing it meanwhile'],
      }
    } else {
      const notes = outcome.problems.map(({ field, message }) => describeProblem(field, message))
      settled[index] = { fate: 'left out', status: null, notes }
    }
  }
  const moved = options.dryRun ? succeed(null) : await commitApart(desk, apart)
  if (!moved.ok) return moved
  return succeed({ settled, at: moved.value ?? written.value.at })
}

const statusOf = (stored: StoredDocument | null) =>
  typeof stored?.fields.status === 'string' ? stored.fields.status : null

/** Whether readers find it: an old address must not lead to nothing. */
function isShown({ collection }: Place, status: string | null): boolean {
  return collection !== 'articles' || status === 'published'
}

type Plan = Settled | { readonly base: string | 'new'; readonly fate: Fate }

async function plan(desk: Desk, incoming: Incoming, { overwrite }: SettleOptions): Answer<Plan> {
  const { collection, slug, fields } = incoming
  const read = await desk.firestore.get(`${collection}/${slug}`)
  if (!read.ok) return read
  const stored = read.value
  if (!stored) return succeed({ base: 'new', fate: 'added' })
  const status = statusOf(stored)
  if (decide(collection, 'any', fields, stored) === 'leave') {
    return succeed({ fate: 'unchanged', status, notes: [] })
  }
  const update = { base: stored.updateTime, fate: 'updated' } as const
  const keep = (note: string) => succeed({ fate: 'kept', status, notes: [note] } as const)
  // What readers may see is for the desk to say, whatever the source has.
  if (status === 'withdrawn') return keep('withdrawn at the desk: publish it there')
  if (overwrite) return succeed(update)
  const last = await lastImport(desk, incoming, stored)
  if (!last.ok) return last
  if (last.value.isLatest) {
    const had = picturesIn(stored.fields)
    const isPoorer = incoming.missed > 0 && had > picturesIn(fields)
    if (!isPoorer) return succeed(update)
    return keep('pictures that it has are out of reach now: --overwrite takes the source as it is')
  }
  const { fields: imported } = last.value
  const asBefore =
    imported && decide(collection, 'any', fields, { ...stored, fields: imported }) === 'leave'
  return keep(
    asBefore
      ? 'edited at the desk since; the source is as it was'
      : 'edited at the desk since, and changed in the source: --overwrite takes the source',
  )
}

/** Pictures that a document shows. */
function picturesIn({ body, image, portrait }: Fields): number {
  const figures = typeof body === 'string' ? (body.match(/::figure\{image=/g)?.length ?? 0) : 0
  return figures + [image, portrait].filter(Boolean).length
}

type LastImport = { readonly isLatest: boolean; readonly fields: Fields | null }

/** What an import wrote last, and whether nobody has written since. */
async function lastImport(desk: Desk, place: Place, stored: StoredDocument): Answer<LastImport> {
  const where = [{ field: 'action', is: 'EQUAL', value: importAction }] as const
  const found = await desk.firestore.query({ ...revisionsOf(place), where })
  if (!found.ok) return found
  const last = found.value.documents.at(-1)
  return succeed({
    // Document and revision are written in one commit, and so at one time.
    isLatest: last?.updateTime === stored.updateTime,
    fields: (last?.fields.fields as Fields | undefined) ?? null,
  })
}

const writesPerCommit = 400

/** Writes that belong to no document; answers the time of the last. */
export async function commitApart(desk: Desk, writes: readonly Write[]): Answer<string | null> {
  let at: string | null = null
  for (let start = 0; start < writes.length; start += writesPerCommit) {
    const committed = await desk.firestore.commit(writes.slice(start, start + writesPerCommit))
    if (!committed.ok) return committed
    at = committed.value.at
  }
  return succeed(at)
}
