import { addReport, profileReportsSchema } from '../../src/domain/profile/profile-report.ts'
import { isProfileShown } from '../../src/domain/profile/reader-profile.ts'
import { succeed } from '../../src/domain/result.ts'
import { checkForBot } from '../identity/check-for-bot.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'
import { changeDocument } from '../platform/adapters/change-document.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { findProfileByHandle, reportsPath } from './profile-records.ts'

/** Costs two database reads and one write. The cron job tells the editors (profile-reports-job.ts). */
export const reportProfile: Handle<'POST /api/profiles/:handle/report', ProfileDeps> = async (
  { handle, reason, details = '', botCheck },
  caller,
  deps,
) => {
  const { firestore, now } = deps
  const refuseFailed = (kind: string) =>
    refuseUnavailable(
      deps,
      'profile_not_reported',
      { kind },
      'We couldn’t send your report. Try again in a minute.',
    )
  const checked =
    caller.kind === 'guest' ? await checkForBot(deps, botCheck, 'report') : succeed(null)
  if (!checked.ok) return checked
  const found = await findProfileByHandle(firestore, handle)
  if (!found.ok) return refuseFailed(found.failure.kind)
  if (!found.value || !isProfileShown(found.value.profile)) return succeed(undefined)
  const { uid, changedAt } = found.value
  const stored = await changeDocument(firestore, reportsPath(uid), async (fields) =>
    succeed(
      addReport(
        profileReportsSchema.safeParse(fields).data ?? null,
        { reason, details },
        { now: now(), pageChangedAt: changedAt },
      ),
    ),
  )
  if (!stored.ok) return refuseFailed(stored.failure.kind)
  if (stored.value) deps.log('profile_reported', { uid, reason })
  return succeed(undefined)
}
