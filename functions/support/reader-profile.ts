/** Shows readers' public pages to staff, and hides or shows them. */
import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { getProfilePath, handleSchema } from '../../src/domain/profile/handle.ts'
import { profileReportsSchema } from '../../src/domain/profile/profile-report.ts'
import { isProfileShown, type ReaderProfile } from '../../src/domain/profile/reader-profile.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { isUid } from '../identity/reader-records.ts'
import {
  changeProfile,
  findProfileByAnyHandle,
  readProfile,
  reportsPath,
} from '../profile/profile-records.ts'
import { createActWrite } from '../staff/act-records.ts'
import { type Act, describeTrial, getStaffName } from './change-access.ts'
import { findReader, operatorsOnly, type ReaderDeps } from './find-reader.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

const withoutPage = impossible('The reader has no public page.')

/**
 * Finds a page by its reader's uid, which emails about reports name; by a handle, current or former; or as other acts
 * do. In this order: a reader may choose another one's uid as a handle.
 */
async function findPage(
  deps: ReaderDeps,
  query: string,
): Promise<Result<{ readonly uid: string; readonly profile: ReaderProfile }, SupportFailure>> {
  const { firestore } = deps
  const byUid = isUid(query) ? await readProfile(firestore, query) : succeed(null)
  if (!byUid.ok) return byUid
  if (byUid.value) return succeed({ uid: query, profile: byUid.value.profile })
  const handle = handleSchema.safeParse(query)
  const byHandle = handle.success
    ? await findProfileByAnyHandle(firestore, handle.data)
    : succeed(null)
  if (!byHandle.ok) return byHandle
  if (byHandle.value) return succeed(byHandle.value)
  const reader = await findReader(deps, query)
  if (!reader.ok) return reader
  const { uid } = reader.value
  const stored = await readProfile(firestore, uid)
  if (!stored.ok) return stored
  return stored.value ? succeed({ uid, profile: stored.value.profile }) : withoutPage
}

/** Handled reports are removed, so that staff are told of later ones again. */
export async function setProfileHidden(
  deps: SupportDeps,
  query: string,
  isHidden: boolean,
  { staff, message, dryRun }: Act & { readonly dryRun: boolean },
): Promise<Result<readonly string[], SupportFailure>> {
  const found = await findPage(deps, query)
  if (!found.ok) return found
  const { uid, profile } = found.value
  const reader = await findReader(deps, uid)
  if (!reader.ok) return reader
  if (reader.value.profile?.role && staff.role !== 'operator') return operatorsOnly
  const at = deps.now()
  const hidden = isHidden ? { at, by: getStaffName(staff), reason: message } : null
  if (dryRun)
    return describeTrial(
      `${describe(profile)}; would be: ${describeState({ ...profile, hidden })}.`,
    )
  const kind = isHidden ? 'profileHidden' : 'profileShown'
  const changed = await changeProfile(deps.firestore, uid, () => succeed({ hidden }), [
    { remove: reportsPath(uid) },
    createActWrite(staff, { kind, subject: uid, before: null, after: null }, at),
  ])
  if (!changed.ok) return changed.failure.kind === 'missing' ? withoutPage : fail(changed.failure)
  deps.profilePages.forget(changed.value.handle)
  return succeed([describe(changed.value)])
}

const describe = (profile: ReaderProfile) =>
  `${getProfilePath(profile.handle)}: ${describeState(profile)}`

function describeState({ hidden, isPublic, isIndexed }: ReaderProfile): string {
  if (hidden) {
    const reason = hidden.reason ? `: ${hidden.reason}` : ''
    return `hidden since ${formatTime(hidden.at)} by ${hidden.by}${reason}`
  }
  if (!isPublic) return 'off'
  return isIndexed ? 'public, and shown to search engines' : 'public'
}

/** The page with its reports; nothing for readers without a page. */
export async function describePage(
  { firestore }: ReaderDeps,
  uid: string,
): Promise<Result<readonly string[], SupportFailure>> {
  const stored = await readProfile(firestore, uid)
  if (!stored.ok || !stored.value) return stored.ok ? succeed([]) : stored
  const { profile } = stored.value
  const found = await firestore.get(reportsPath(uid))
  if (!found.ok) return found
  const reports = profileReportsSchema.safeParse(found.value?.fields).data?.reports ?? []
  return succeed([
    `public page    ${getProfilePath(profile.handle)}, ${describeState(profile)}`,
    ...(isProfileShown(profile) ? [`  shown as     ${profile.name}`] : []),
    ...reports.map(
      ({ reason, details, at }) =>
        `  reported     ${formatTime(at)}, ${reason}${details && `: ${details}`}`,
    ),
  ])
}
