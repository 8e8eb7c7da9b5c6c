/** Publishes the scheduled drafts of live and of unpublished stories when they're due. */
import type { Draft } from '../../src/domain/draft.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Bindings } from '../identity/edge-context.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { catchExceptions, type JobOutcome, type Run } from '../platform/cron/cron-job.ts'
import type { Log } from '../platform/log.ts'
import { requestRebuildUpTo } from '../publishing/rebuild-record.ts'
import type { RecentChanges } from '../publishing/recent-changes.ts'
import { type CommittedChange, commitPublicChange } from './commit-change.ts'
import { getState } from './get-document.ts'
import { hasOnlyOtherPictures } from './is-based-on.ts'
import { type EditedRef, getDocumentPath, loadDocument, parseDraft } from './load-document.ts'
import { openDraftPictures } from './open-draft-pictures.ts'
import { planPublication } from './plan-publication.ts'

/** Most conflicts mean that somebody has changed the draft. The next run follows within a minute. */
const maxAttempts = 3

type ScheduleDeps = {
  readonly env: Pick<Bindings, 'MEDIA'>
  readonly firestore: Firestore
  readonly recentChanges: RecentChanges
  readonly now: () => Date
  readonly log: Log
}

type Published = Result<CommittedChange | null, FirestoreFailure | { readonly kind: string }>

/**
 * A story that was withdrawn after its draft was scheduled stays withdrawn. One that was withdrawn before is published,
 * even if the picture library has changed its pictures since.
 */
async function canPublish(
  firestore: Firestore,
  ref: EditedRef,
  { base }: Pick<Draft, 'base'>,
  stored: StoredDocument,
): Promise<Result<boolean, FirestoreFailure>> {
  if (getState(stored) === 'published' || stored.updateTime === base) return succeed(true)
  return base === null ? succeed(false) : hasOnlyOtherPictures(firestore, ref, base, stored)
}

/** Null if the draft is no longer due. */
const publishDue = (deps: ScheduleDeps, ref: EditedRef): Promise<Published> =>
  repeatIfOvertaken<CommittedChange | null, FirestoreFailure | { readonly kind: string }>(
    maxAttempts,
    async () => {
      const { firestore, now } = deps
      const loaded = await loadDocument(firestore, ref)
      if (!loaded.ok) return loaded
      const { draft, stored } = loaded.value
      if (!draft?.publishAt || draft.publishAt > now() || draft.deletedAt) return succeed(null)
      if (!stored) return fail({ kind: 'notPublished' })
      const allowed = await canPublish(firestore, ref, draft, stored)
      if (!allowed.ok) return allowed
      if (!allowed.value) return fail({ kind: 'notPublished' })
      const writer = { firestore, editor: 'schedule' }
      const plan = { draft, now: now(), later: null }
      const planned = await planPublication(writer, loaded.value, plan)
      if (!planned.ok)
        return 'kind' in planned.failure
          ? fail(planned.failure)
          : fail({ kind: planned.failure.code })
      const { fields, writes } = planned.value
      const opened = await openDraftPictures(deps, ref, fields, stored)
      return opened.ok
        ? commitPublicChange({ firestore, now }, writes)
        : fail({ kind: opened.failure.code })
    },
  )

/** Logs a draft that fails, and leaves it for the next run. Costs one read, plus a few per due draft. */
export async function publishScheduledDrafts(
  deps: ScheduleDeps,
  run: Pick<Run, 'hasTime'>,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { firestore, recentChanges, now, log } = deps
  const due = await firestore.query({
    collection: 'drafts',
    where: [{ field: 'publishAt', is: 'LESS_THAN_OR_EQUAL', value: now() }],
    orderBy: 'publishAt',
  })
  if (!due.ok) return due
  let [done, failed] = [0, 0]
  let waitingSince: Date | null = null
  let last: string | null = null
  for (const record of due.value.documents) {
    const draft = parseDraft(record)
    if (!draft) {
      failed++
      log('scheduled_draft_not_published', { id: record.id, reason: 'malformed' })
      continue
    }
    const ref = { collection: draft.collection, slug: draft.slug }
    const published = run.hasTime()
      ? await catchExceptions(() => publishDue(deps, ref))
      : fail({ kind: 'unavailable' })
    if (!published.ok && published.failure.kind === 'unavailable') {
      waitingSince = draft.publishAt
      break
    }
    if (!published.ok) {
      failed++
      log('scheduled_draft_not_published', {
        path: getDocumentPath(ref),
        reason: published.failure.kind,
      })
    } else if (published.value) {
      done++
      last = published.value.committedAt
    }
  }
  if (last !== null) {
    recentChanges.invalidate()
    // The commit may be slightly later than its own timestamp.
    const recorded = await requestRebuildUpTo(firestore, new Date(last))
    if (!recorded.ok) return recorded
  }
  return succeed({ done, failed, waitingSince })
}
