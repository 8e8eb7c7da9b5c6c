import { day } from '../../src/domain/duration.ts'
import { addReport, profileReportsSchema } from '../../src/domain/profile/profile-report.ts'
import { succeed } from '../../src/domain/result.ts'
import { countWithin } from '../email/count-email.ts'
import { checkForBot } from '../identity/check-for-bot.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { changeDocument } from '../platform/adapters/change-document.ts'
import { getCallerAddress, parseWidestNetwork } from '../platform/http/caller-network.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { findProfileByAnyHandle, reportsPath } from './profile-records.ts'

/**
 * Reports allowed per /24 or /48, because somebody who reports any number of pages would distract the editors from
 * urgent reports.
 */
export const reportsOfNetwork = [{ count: 20, milliseconds: day }] as const

/** In hexadecimal digits: 64 bits. */
const hashLength = 16

/** Hashes a network differently for each page, so that the hashes don't reveal which pages one network has reported. */
async function nameNetwork(
  deps: Pick<ProfileDeps, 'request' | 'tokens'>,
  uid: string,
): Promise<string> {
  const network = parseWidestNetwork(getCallerAddress(deps))
  const hash = await deps.tokens.computeHash('reporting network', `${network} ${uid}`)
  return hash.slice(0, hashLength)
}

/**
 * Stores a report about the page's owner, even if the page has since been switched off or moved: otherwise a reader
 * could show the page until somebody has seen it, and then hide it. Costs three database reads and one write. The cron
 * job notifies the editors (profile-reports-job.ts).
 */
export const reportProfile: Handle<'POST /api/profiles/:handle/report', ProfileDeps> = async (
  { handle, reason, details = '', botCheck },
  _,
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
  const checked = await checkForBot(deps, botCheck, 'report')
  if (!checked.ok) return checked
  const widest = parseWidestNetwork(getCallerAddress(deps))
  const ofNetwork = await countWithin(firestore, ['reports', widest], reportsOfNetwork, now())
  if (!ofNetwork.ok) return refuseFailed(ofNetwork.failure.kind)
  if (!ofNetwork.value) return refuse('too_many_requests')
  const found = await findProfileByAnyHandle(firestore, handle)
  if (!found.ok) return refuseFailed(found.failure.kind)
  if (!found.value?.profile.wasPublic) return succeed(undefined)
  const { uid, profile, updateTime } = found.value
  const page = { handle, name: profile.name, bio: profile.bio }
  const network = await nameNetwork(deps, uid)
  const stored = await changeDocument(firestore, reportsPath(uid), async (fields) =>
    succeed(
      addReport(
        profileReportsSchema.safeParse(fields).data ?? null,
        { reason, details, page },
        { now: now(), pageChangedAt: new Date(updateTime), network, random: Math.random() },
      ),
    ),
  )
  if (!stored.ok) return refuseFailed(stored.failure.kind)
  if (stored.value) deps.log('profile_reported', { uid, reason })
  return succeed(undefined)
}
