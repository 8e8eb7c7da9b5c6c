import { publicPath } from '../../src/content/manuscript/document.ts'
import { isKnownDraft } from '../../src/domain/draft-changes.ts'
import { minute } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import { type Handle, type Refusal, refuse } from '../identity/handler.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, type Overtaken } from '../platform/adapters/optimistic-lock.ts'
import {
  changeDocument,
  createDocumentAct,
  createDraftWrites,
  createOlderDraftRemoval,
  getStaffName,
  refuseOutdated,
} from './change-document.ts'
import { type CommittedChange, commitPublicChange, finishPublicChange } from './commit-change.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { getState } from './get-document.ts'
import { type LoadedDocument, readOlderDraft, type StoredDraft } from './load-document.ts'
import { openDraftPictures } from './open-draft-pictures.ts'
import { planPublication } from './plan-publication.ts'
import { buildRevisionWrite, listRevisions } from './revision.ts'

/** Milliseconds by which an editor's clock may be slow. */
const clockTolerance = 5 * minute

type Code = 'not_found' | 'outdated' | 'not_possible' | 'unavailable'

/** The document's part of a response. `committed` is set if readers see a change. */
type Published = Partial<CommittedChange> & { readonly committed?: CommittedChange }

type Attempt = Promise<Result<Published, Refusal<Code> | FirestoreFailure | Overtaken>>

type Publishing = {
  readonly deps: DocumentsDeps
  readonly staff: Staff
  readonly later: Date | null
  readonly publishedAt: Date | undefined
  readonly message: string | undefined
}

export const publishDraft: Handle<
  'POST /api/desk/documents/:collection/:slug/publish',
  DocumentsDeps
> = async ({ collection, slug, revision, base, at, message, ...given }, staff, deps) => {
  const ref = { collection, slug }
  const now = deps.now()
  const time = at == null ? null : new Date(at)
  if (time && time.getTime() < now.getTime() - clockTolerance)
    return refuse('not_possible', 'This time is in the past. Choose a later one.')
  const later = time && time > now ? time : null
  const publishedAt = given.publishedAt === undefined ? undefined : new Date(given.publishedAt)
  if (publishedAt && publishedAt > now)
    return refuse(
      'not_possible',
      'The publication date is in the future. Schedule the story instead.',
    )
  const publishing = { deps, staff, later, publishedAt, message }
  const published = await changeDocument<Published, Code>(deps, ref, async (loaded) => {
    const { draft, stored } = loaded
    if (!draft && !stored) return refuse('not_found')
    if (at === null) return endSchedule(publishing, loaded)
    if (!draft || draft.deletedAt) return findEarlierCall(publishing, loaded, revision)
    // Answers a repeated call.
    if (later && draft.publishAt?.getTime() === later.getTime() && draft.revision === revision)
      return succeed({})
    if (!isKnownDraft(draft, { revision, base })) return refuseOutdated(deps, draft)
    if (later && !stored && collection !== 'articles')
      return refuse(
        'not_possible',
        'Only stories can be scheduled for their first publication. Publish the draft now instead.',
      )
    const isLive = stored !== null && getState(stored) !== 'scheduled'
    return later && isLive
      ? schedule(publishing, loaded, draft, later)
      : publish(publishing, loaded, draft)
  })
  if (!published.ok) return published
  const { committed, ...answer } = published.value
  if (committed) await finishPublicChange(deps, committed)
  return succeed({ path: publicPath(ref), ...answer })
}

async function publish(
  { deps, staff, ...options }: Publishing,
  loaded: LoadedDocument,
  draft: StoredDraft,
): Attempt {
  const { later } = options
  const { ref, stored } = loaded
  const now = deps.now()
  const writer = { firestore: deps.firestore, editor: getStaffName(staff) }
  const planned = await planPublication(writer, loaded, { draft, now, ...options })
  if (!planned.ok) return planned
  const { fields, writes, unchangedVersion } = planned.value
  const opened = await openDraftPictures(deps, ref, fields, stored)
  if (!opened.ok) return opened
  const kind = later ? 'scheduled' : 'published'
  const act = createDocumentAct(
    staff,
    {
      ref,
      kind,
      before: stored && getState(stored),
      after: later ? later.toISOString() : `draft ${draft.revision}`,
    },
    now,
  )
  const isSeen = unchangedVersion === null && later === null
  if (isSeen) {
    const committed = await commitPublicChange(deps, [...writes, act])
    return committed.ok ? succeed({ ...committed.value, committed: committed.value }) : committed
  }
  const committed = await commitUnlessOvertaken(deps.firestore, [...writes, act])
  if (!committed.ok) return committed
  const { at, updateTimes } = committed.value
  return succeed({ version: unchangedVersion ?? updateTimes[0]!, committedAt: at })
}

/** Schedules the draft of a published, withdrawn or unpublished document. */
async function schedule(
  { deps, staff, message }: Publishing,
  loaded: LoadedDocument,
  draft: StoredDraft,
  publishAt: Date,
): Attempt {
  const { ref, stored } = loaded
  const now = deps.now()
  const writer = { firestore: deps.firestore, editor: getStaffName(staff) }
  // Finds the draft's problems now, rather than at the scheduled time.
  const planned = await planPublication(writer, loaded, { draft, now, later: null, message })
  if (!planned.ok) return planned
  // The job publishes a withdrawn story only if nobody has withdrawn it after this.
  const isWithdrawn = stored !== null && getState(stored) === 'withdrawn'
  const base = isWithdrawn ? stored.updateTime : draft.base
  const committed = await commitUnlessOvertaken(deps.firestore, [
    ...createDraftWrites(loaded, { ...draft, base, publishAt }),
    createDocumentAct(
      staff,
      {
        ref,
        kind: 'scheduled',
        before: draft.publishAt?.toISOString() ?? null,
        after: publishAt.toISOString(),
      },
      now,
    ),
  ])
  return committed.ok ? succeed({}) : committed
}

/** Ends a schedule: a scheduled story becomes a draft again, and a scheduled draft waits for an editor. */
async function endSchedule({ deps, staff }: Publishing, loaded: LoadedDocument): Attempt {
  const { ref, stored, draft } = loaded
  const isScheduled = stored !== null && getState(stored) === 'scheduled'
  if (!isScheduled && !draft?.publishAt) return succeed({})
  const now = deps.now()
  const act = {
    ref,
    kind: 'unscheduled',
    before: formatBefore(isScheduled ? stored.fields.publishedAt : draft?.publishAt),
    after: null,
  } as const
  const own = { owner: staff.uid, savedAt: now, savedBy: staff.uid }
  const kept = draft && !draft.deletedAt ? draft : null
  const waiting = isScheduled
    ? {
        ...readOlderDraft(ref, stored),
        ...own,
        ...(kept ?? {}),
        // The scheduled time was never a publication time.
        kept: { ...readOlderDraft(ref, stored).kept, publishedAt: undefined },
        base: null,
        revision: (draft?.revision ?? 0) + (kept ? 0 : 1),
      }
    : draft!
  const revision = {
    by: getStaffName(staff),
    action: 'unscheduled',
    fields: stored?.fields ?? null,
  }
  const committed = await commitUnlessOvertaken(deps.firestore, [
    ...createDraftWrites(loaded, { ...waiting, publishAt: null }),
    ...(isScheduled
      ? [
          ...createOlderDraftRemoval(ref, stored),
          buildRevisionWrite(ref, revision, stored.updateTime),
        ]
      : []),
    createDocumentAct(staff, act, now),
  ])
  return committed.ok ? succeed({}) : committed
}

const formatBefore = (time: unknown) => (time instanceof Date ? time.toISOString() : null)

/** Gives a repeated call the first call's response, as long as nobody has changed the document since. */
async function findEarlierCall(
  { deps, later }: Publishing,
  { ref, stored, draft }: LoadedDocument,
  draftRevision: number,
): Attempt {
  const listed = await listRevisions(deps.firestore, ref)
  if (!listed.ok) return listed
  const [latest] = listed.value
  const isSame =
    stored !== null &&
    latest?.version === stored.updateTime &&
    latest.revision.draftRevision === draftRevision &&
    latest.revision.action === (later ? 'scheduled' : 'published')
  if (!isSame) return refuseOutdated(deps, draft)
  const { version } = latest
  // The change's rebuild may not have been announced.
  const committed = { version, committedAt: version }
  return succeed({ ...committed, ...(later ? {} : { committed }) })
}
