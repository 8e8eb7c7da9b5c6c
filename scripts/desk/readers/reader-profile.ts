/** Shows readers' public pages to operators, and hides or shows them. */
import {
  changeProfile,
  handlePath,
  profilePath,
  readProfile,
  reportsPath,
} from '../../../functions/profile/profile-records.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { getProfilePath, handleSchema } from '../../../src/domain/profile/handle.ts'
import { profileReportsSchema } from '../../../src/domain/profile/profile-report.ts'
import { isProfileShown, type ReaderProfile } from '../../../src/domain/profile/reader-profile.ts'
import { succeed } from '../../../src/domain/result.ts'
import { type Desk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { readDocument } from '../documents/stored-documents.ts'
import { findReader } from './find-reader.ts'
import type { OperatorChangeOptions } from './operator-change.ts'

/**
 * Finds a reader by the uid, which emails about reports name; by a handle, current or former; or as other commands do.
 * In this order: a reader may choose another one's uid as a handle.
 */
async function findUid(desk: Desk, query: string): Promise<string> {
  const term = query.trim()
  if (!term.includes('@') && (await readDocument(desk, profilePath(term)))) return term
  const handle = handleSchema.safeParse(term)
  const claim = handle.success ? await readDocument(desk, handlePath(handle.data)) : null
  if (typeof claim?.fields.uid === 'string') return claim.fields.uid
  const reader = await findReader(desk, term)
  if (!reader) throw new DeskError(`Reader not found: ${term}. Check the spelling.`)
  return reader.uid
}

/** Handled reports are removed, so that staff are told of later ones again. */
export async function setProfileHidden(
  desk: Desk,
  query: string,
  isHidden: boolean,
  {
    message = null,
    dryRun,
  }: Omit<OperatorChangeOptions, 'message'> & { message?: string | null | undefined },
): Promise<void> {
  const by = requireEditor(desk)
  const uid = await findUid(desk, query)
  const state = (profile: ReaderProfile) =>
    `${getProfilePath(profile.handle)}: ${describeState(profile)}`
  const hidden = isHidden ? { at: new Date(), by, reason: message } : null
  if (dryRun) {
    const profile = await loadProfile(desk, uid)
    if (!profile) throw new DeskError(`${uid}: the reader has no public page.`)
    printText(`${state(profile)}; would be: ${describeState({ ...profile, hidden })}`)
    console.log('Nothing was written.')
    return
  }
  const changed = await changeProfile(desk.firestore, uid, () => succeed({ hidden }), [
    { remove: reportsPath(uid) },
  ])
  if (changed.ok) return printText(state(changed.value))
  const { failure } = changed
  if (failure.kind === 'missing') throw new DeskError(`${uid}: the reader has no public page.`)
  if (failure.kind === 'malformed') throw malformedError(uid)
  throw firestoreError(`${uid}: not changed`, failure)
}

const malformedError = (uid: string) =>
  new DeskError(`readerProfiles/${uid}: the stored data is invalid. Nothing was changed.`)

async function loadProfile(desk: Desk, uid: string): Promise<ReaderProfile | null> {
  const stored = await readProfile(desk.firestore, uid)
  if (stored.ok) return stored.value?.profile ?? null
  if (stored.failure.kind === 'malformed') throw malformedError(uid)
  throw firestoreError('Reading the public page', stored.failure)
}

function describeState({ hidden, isPublic, isIndexed }: ReaderProfile): string {
  if (hidden) {
    const reason = hidden.reason ? `: ${hidden.reason}` : ''
    return `hidden since ${formatTime(hidden.at)} by ${hidden.by}${reason}`
  }
  if (!isPublic) return 'off'
  return isIndexed ? 'public, even for search engines' : 'public'
}

/** Used by `reader find`. Prints nothing for readers without a page. */
export async function printProfile(desk: Desk, uid: string): Promise<void> {
  const profile = await loadProfile(desk, uid)
  if (!profile) return
  const stored = await readDocument(desk, reportsPath(uid))
  const reports = profileReportsSchema.safeParse(stored?.fields).data?.reports ?? []
  printText(`public page    ${getProfilePath(profile.handle)}, ${describeState(profile)}`)
  if (isProfileShown(profile)) printText(`  shown as     ${profile.name}`)
  for (const { reason, details, at } of reports) {
    printText(`  reported     ${formatTime(at)}, ${reason}${details && `: ${details}`}`)
  }
}
