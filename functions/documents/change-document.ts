/** The steps that all changes to documents and drafts share. */

import { binDays, type Draft, getDraftPath, isDraftKey } from '../../src/domain/draft.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Act } from '../../src/domain/staff/act.ts'
import { hasPermission } from '../../src/domain/staff/staff.ts'
import { site } from '../../src/publication/identity.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Refusal, refuse, refuseUnavailable } from '../identity/handler.ts'
import {
  createSafeWrite,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import { type Overtaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createActWrite } from '../staff/act-records.ts'
import { toStaffItem } from '../staff/staff-records.ts'
import {
  type EditedRef,
  getDocumentPath,
  type LoadedDocument,
  loadDocument,
  type Malformed,
  type StoredDraft,
} from './load-document.ts'

/** Allows twenty simultaneous publications, each of which requests a rebuild. */
const maxAttempts = 12

type Attempt<Value, Code extends Refusal['code']> = Result<
  Value,
  Refusal<Code> | FirestoreFailure | Malformed | Overtaken
>

/** Reads, decides and writes again if somebody else has changed the same records in the meantime. */
export async function changeDocument<Value, Code extends Refusal['code']>(
  deps: Pick<Deps, 'firestore' | 'log'>,
  ref: EditedRef,
  change: (loaded: LoadedDocument) => Promise<Attempt<Value, Code>>,
): Promise<Result<Value, Refusal<Code | 'not_found' | 'not_possible' | 'unavailable'>>> {
  if (!isDraftKey(ref.collection, ref.slug)) return refuse('not_found')
  const changed = await repeatIfOvertaken<Value, Refusal<Code> | FirestoreFailure | Malformed>(
    maxAttempts,
    async () => {
      const loaded = await loadDocument(deps.firestore, ref)
      return loaded.ok ? change(loaded.value) : loaded
    },
  )
  if (changed.ok) return changed
  const { failure } = changed
  if (!('kind' in failure)) return fail(failure)
  if (failure.kind === 'malformed') return refuseMalformed(ref, failure)
  const details = { path: getDocumentPath(ref), kind: failure.kind }
  return refuseUnavailable(deps, 'document_not_changed', details)
}

/** The desk can't repair a malformed record. */
export const refuseMalformed = (ref: EditedRef, { field }: Malformed) =>
  refuse(
    'not_possible',
    `The field “${field}” in the stored draft of ${getDocumentPath(ref)} is invalid. Ask an operator to correct it in Firestore.`,
  )

export const isEditor = ({ role }: Pick<Staff, 'role'>) => hasPermission(role, 'publish')

/** Null for a draft that belongs to somebody else: writers see only their own. */
export const findVisibleDraft = (
  { draft }: Pick<LoadedDocument, 'draft'>,
  staff: Pick<Staff, 'uid' | 'role'>,
): StoredDraft | null => (draft && (isEditor(staff) || draft.owner === staff.uid) ? draft : null)

/** The maximum number of drafts per writer, including those in the bin. */
const maxOwnDrafts = 300

/** A script with a writer's access key could fill the editors' lists. Costs a read, or none for an editor. */
export async function findRoomForDraft(
  { firestore }: Pick<Deps, 'firestore'>,
  staff: Pick<Staff, 'uid' | 'role'>,
): Promise<Result<void, Refusal<'not_possible'> | FirestoreFailure>> {
  if (isEditor(staff)) return succeed(undefined)
  const own = { field: 'owner', is: 'EQUAL', value: staff.uid } as const
  const count = await firestore.count({ collection: 'drafts', where: [own] })
  if (!count.ok) return count
  if (count.value < maxOwnDrafts) return succeed(undefined)
  return refuse(
    'not_possible',
    `You’ve reached the limit of ${maxOwnDrafts} drafts. Ask an editor to publish some. Deleted drafts still count for ${binDays} days.`,
  )
}

export const getStaffName = ({ uid, reader, role }: Staff) => toStaffItem(uid, reader, role).name

export const createDocumentAct = (
  staff: Staff,
  { ref, ...act }: Pick<Act, 'kind' | 'before' | 'after'> & { readonly ref: EditedRef },
  at: Date,
): Write => createActWrite(staff, { ...act, subject: getDocumentPath(ref) }, at)

/** The first change moves an earlier version's draft out of the stories. */
export function createDraftWrites(
  { ref, draft, olderDraft }: LoadedDocument,
  changed: Draft & { readonly updateTime?: string | null },
): Write[] {
  const { updateTime: _, ...fields } = changed
  const revision = Math.max(fields.revision, 1)
  const path = getDraftPath(ref.collection, ref.slug)
  return [
    createSafeWrite(path, draft?.updateTime, { ...fields, revision }),
    ...(olderDraft ? createOlderDraftRemoval(ref, olderDraft) : []),
  ]
}

export const createOlderDraftRemoval = (
  ref: EditedRef,
  { updateTime }: { readonly updateTime: string },
): Write[] => [{ remove: getDocumentPath(ref), ifUpdatedAt: updateTime }]

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: site.timeZone,
})

/** “21 November at 15:04” in the publication's time zone. */
const formatTime = (at: Date) => timeFormat.format(at)

/** The name of a current or former member of staff. */
async function findName(
  { firestore }: Pick<Deps, 'firestore'>,
  uid: string,
): Promise<Result<string, FirestoreFailure>> {
  const names = await findNames({ firestore }, [uid])
  return names.ok ? succeed(names.value.get(uid) || 'Somebody else') : names
}

/** Costs one database read per name. */
export async function findNames(
  { firestore }: Pick<Deps, 'firestore'>,
  uids: Iterable<string>,
): Promise<Result<ReadonlyMap<string, string>, FirestoreFailure>> {
  const known = [...new Set(uids)].filter((uid) => uid !== '')
  const found = await firestore.getAll(
    known.map((uid) => `users/${uid}`),
    ['first_name', 'last_name'],
  )
  if (!found.ok) return found
  return succeed(
    new Map(
      found.value.flatMap((user, index) => {
        const { first_name: first, last_name: last } = user?.fields ?? {}
        return [[known[index]!, [first, last].filter(Boolean).join(' ')]] as const
      }),
    ),
  )
}

/** Refuses the request, naming who has since saved or deleted the draft, and when. */
export async function refuseOutdated(
  deps: Pick<Deps, 'firestore'>,
  draft: Draft | null,
): Promise<Result<never, Refusal<'outdated'> | FirestoreFailure>> {
  if (!draft)
    return refuse(
      'outdated',
      'This draft has been published, scheduled, renamed or deleted. Open the document again from the list.',
    )
  const { savedBy, savedAt, deletedAt } = draft
  if (deletedAt)
    return refuse(
      'outdated',
      `This draft was moved to the bin on ${formatTime(deletedAt)}. Save the draft again to restore it.`,
    )
  const name = await findName(deps, savedBy)
  if (!name.ok) return name
  return refuse(
    'outdated',
    `${name.value} saved this draft on ${formatTime(savedAt)}. Compare the two versions first.`,
  )
}

/** Refuses a writer's change to a scheduled draft. */
export const refuseScheduled = () =>
  refuse('not_possible', 'An editor has scheduled this draft. Ask them to end the schedule first.')
