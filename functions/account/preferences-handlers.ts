import {
  applyPreferencesChange,
  exceedsFollowLimit,
  maxFollowedAuthors,
  type Preferences,
} from '../../src/domain/preferences/preferences.ts'
import type { StoredPreferences } from '../../src/domain/preferences/stored-preferences.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { countSignUp } from '../email/count-email.ts'
import { isWithinLimit } from '../identity/caller-limits.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { updateReader } from '../identity/reader-records.ts'
import { createWeeklyChoiceWrites, isWeeklyOn } from '../newsletter/account-list-entry.ts'
import { createConsent } from '../newsletter/consent.ts'
import { sendSignUpEmailToAccount } from '../newsletter/request-weekly.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'
import { deleteHistory } from '../reading-history/history-records.ts'
import type { AccountDeps } from './account-deps.ts'

/** Costs three database reads. */
export const getPreferences: Handle<'GET /api/preferences', AccountDeps> = (_, { reader }, deps) =>
  returnPreferences(deps, reader)

export const updatePreferences: Handle<'PATCH /api/preferences', AccountDeps> = async (
  change,
  { uid, reader: caller },
  deps,
) => {
  const { firestore, now } = deps
  const wanted = change.weekly?.isOn
  // Turning The Weekly on or off is recorded permanently (../statistics/records/).
  if (wanted !== undefined && !(await isWithinLimit(deps, 'SIGN_IN_LIMIT', 'weekly')))
    return refuse('too_many_requests')
  const at = now()
  const consent = createConsent(deps, at)
  // A confirmation email is sent, because anyone can create accounts with other people's addresses.
  if (wanted && getProvenAddress(caller) === null) {
    const signUp = { email: caller.email, isChecked: false }
    const counted = await countSignUp(firestore, signUp, consent)
    if (!counted.ok)
      return refuseUnavailable(deps, 'preferences_not_changed', { kind: counted.failure.kind })
    if (!counted.value) return refuse('too_many_requests')
  }
  let isOverFollowLimit = false
  let isBeingDeleted = false
  const changed = await updateReader(
    firestore,
    uid,
    (reader) => {
      const preferences = applyPreferencesChange(readPreferences(reader), change)
      isOverFollowLimit = exceedsFollowLimit(preferences)
      // A deletion may have begun since the session was checked.
      isBeingDeleted = reader.deletionRequestedAt !== null
      return isOverFollowLimit || isBeingDeleted ? null : toRecordFields(preferences, reader, at)
    },
    async ({ email, emailVerified }) =>
      wanted === undefined
        ? succeed([])
        : createWeeklyChoiceWrites(firestore, { uid, email, emailVerified }, wanted, consent),
    maxOwnAttempts,
  )
  if (!changed.ok) {
    return refuseUnavailable(deps, 'preferences_not_changed', { kind: changed.failure.kind })
  }
  // If deleting the history fails, the reader can repeat the change.
  const deleted =
    change.isHistoryEnabled === false ? await deleteHistory(deps, uid) : succeed(undefined)
  if (!deleted.ok) {
    return refuseUnavailable(deps, 'history_not_deleted', { kind: deleted.failure.kind })
  }
  if (isBeingDeleted) return refuse('signed_out')
  if (change.weekly?.isOn && !isOverFollowLimit) await sendSignUpEmailToAccount(deps, changed.value)
  if (isOverFollowLimit) {
    const message = `You already follow ${maxFollowedAuthors} writers, which is the limit. Unfollow one first.`
    return refuse('bad_request', message)
  }
  return returnPreferences(deps, changed.value)
}

function readPreferences({ preferences, welcome, weekly }: Reader): Preferences {
  const { step, finishedAt } = welcome
  return { ...preferences, welcome: { step, finished: finishedAt !== null }, weekly }
}

function toRecordFields(
  { welcome, weekly, ...storedPreferences }: Preferences,
  before: Reader,
  at: Date,
): Pick<Reader, 'preferences' | 'welcome' | 'weekly'> {
  const finishedAt = welcome.finished ? (before.welcome.finishedAt ?? at) : null
  return {
    // The cast is needed because the record's type has mutable arrays.
    preferences: storedPreferences as StoredPreferences,
    welcome: { step: welcome.step, finishedAt },
    weekly,
  }
}

async function returnPreferences(deps: AccountDeps, reader: Reader) {
  const isOn = await isWeeklyOn(deps.firestore, reader)
  if (!isOn.ok) return refuseUnavailable(deps, 'weekly_unknown', { kind: isOn.failure.kind })
  const { email, emailVerified: verified } = reader
  const preferences = readPreferences(reader)
  return succeed({
    ...preferences,
    weekly: { ...preferences.weekly, isOn: isOn.value },
    address: { email, verified },
  })
}
