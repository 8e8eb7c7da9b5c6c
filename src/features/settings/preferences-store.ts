/** Shows changes immediately, and undoes rejected ones. A guest's changes stay on this device until the guest signs in. */
import { atom, type ReadableAtom } from 'nanostores'
import { track } from '../../browser/analytics.ts'
import { call, isNetworkFailure } from '../../browser/api.ts'
import {
  isGuest,
  parseDevicePreferences,
  preferencesKey,
  readDevicePreferences,
  storeDevicePreferences,
} from '../../browser/device-preferences.ts'
import { isPageUnloading, trackUnload } from '../../browser/page-unload.ts'
import { createRetry } from '../../browser/retry.ts'
import { rememberSignUp } from '../../browser/weekly-sign-up.ts'
import type { PreferencesResponse } from '../../contracts/endpoints/preferences-endpoints.ts'
import {
  adoptGuestPreferences,
  applyPreferencesChange,
  defaultPreferences,
  mergePreferencesChanges,
  type Preferences,
  type PreferencesChange,
} from '../../domain/preferences/preferences.ts'
import { showErrorToastTop } from '../../ui/toast.ts'
import { refreshIfSignedOut } from '../session/session-check-store.ts'

export type PreferencesState = {
  /** `none`: the browser stores nothing. `unavailable`: the server isn't responding. */
  readonly storage: 'loading' | 'account' | 'device' | 'none' | 'unavailable'
  readonly preferences: Preferences
  /** The address of The Weekly, which only the server has. */
  readonly address: PreferencesResponse['address'] | null
  /** Whether the account has stored all of the reader's changes on this page, of which there is at least one. */
  readonly isSaved: boolean
}

const $current = atom<PreferencesState>({
  storage: 'loading',
  preferences: defaultPreferences,
  address: null,
  isSaved: false,
})

export const $preferences: ReadableAtom<PreferencesState> = $current

/** The last known state, and the unconfirmed changes in order. */
let confirmed: Preferences | null = null
let pending: readonly PreferencesChange[] = []
let checkedAt = 0
let changedAt = 0
/**
 * The time of an earlier page's changes, which may reach the server late, so that responses to this page's lack them.
 */
let changedEarlierAt = 0
let isLoaded = false
let hasSavedChange = false
/** The reader's choices as a guest. The device's copy stays as it is until the account has stored them. */
let unmerged: Preferences | null = null

/** Milliseconds during which unconfirmed changes, even an earlier page's, override the server's answer. */
const acknowledgementTimeout = 30_000

function show(storage = $current.get().storage, address = $current.get().address) {
  const preferences = pending.reduce(applyPreferencesChange, confirmed ?? defaultPreferences)
  const isSaved = hasSavedChange && pending.length === 0
  $current.set({ storage, preferences, address, isSaved })
}

function storeCopy(): boolean {
  if (unmerged && !isGuest()) return false
  const { preferences } = $current.get()
  return storeDevicePreferences({
    owner: isGuest() ? 'device' : 'account',
    preferences,
    checkedAt,
    changedAt,
  })
}

export function loadPreferences() {
  if (isLoaded) return
  isLoaded = true
  const stored = readDevicePreferences()
  const isOwnCopy = stored?.owner === (isGuest() ? 'device' : 'account')
  if (stored && isOwnCopy) {
    confirmed = stored.preferences
    checkedAt = stored.checkedAt
    changedAt = stored.changedAt
    changedEarlierAt = stored.changedAt
  }
  addEventListener('storage', syncFromOtherTab)
  if (isGuest()) return show('device')
  if (confirmed) show('account')
  trackUnload()
  addEventListener('pagehide', flushPending)
  // A page restored from the back-forward cache may have unsent changes.
  addEventListener('pageshow', ({ persisted }) => persisted && void sendPending())
  if (stored?.owner === 'device') unmerged = stored.preferences
  void fetchPreferences()
}

const retry = createRetry(() => void fetchPreferences())

async function fetchPreferences() {
  // The session has ended since the last attempt.
  if (isGuest()) {
    unmerged = null
    confirmed = null
    return show('device')
  }
  const requestedAt = Date.now()
  const response = await refreshIfSignedOut(call('GET /api/preferences'))
  if (!response.ok) {
    if (!confirmed) show('unavailable')
    return retry.schedule()
  }
  const { address, ...preferences } = response.value
  const change = unmerged && adoptGuestPreferences(preferences, unmerged)
  if (change) return mergeGuestPreferences(change, response.value)
  unmerged = null
  retry.reset()
  const isInFlight = mayBeInFlight(changedAt, requestedAt)
  if (confirmed && (isInFlight || changedAt >= requestedAt)) return show('account', address)
  applyResponse(response.value)
}

const mayBeInFlight = (changeAt: number, requestedAt: number) =>
  changeAt > checkedAt && requestedAt - changeAt < acknowledgementTimeout

async function mergeGuestPreferences(change: PreferencesChange, account: PreferencesResponse) {
  const result = await updateAccount(change)
  if (result.ok || result.failure.code === 'bad_request') {
    unmerged = null
    retry.reset()
    return applyResponse(result.ok ? result.value : account)
  }
  confirmed = account
  show('account', account.address)
  retry.schedule()
}

const updateAccount = (change: PreferencesChange) => call('PATCH /api/preferences', change)

function applyResponse({ address, ...preferences }: PreferencesResponse) {
  confirmed = preferences
  // While changes are pending, the device's copy is newer.
  if (pending.length === 0) checkedAt = Date.now()
  show('account', address)
  storeCopy()
}

/** Progress through the welcome steps isn't a change that the reader has asked for. */
const isProgress = (change: PreferencesChange) => 'step' in change

export function updatePreferences(change: PreferencesChange) {
  loadPreferences()
  changedAt = Date.now()
  if (isGuest()) {
    confirmed = applyPreferencesChange(confirmed ?? defaultPreferences, change)
    show()
    show(storeCopy() ? 'device' : 'none')
    return
  }
  pending = [...pending, change]
  show()
  storeCopy()
  void sendPending()
}

let isSending = false

/** Sends changes one by one, so that they arrive in order. */
async function sendPending() {
  if (isSending) return
  isSending = true
  for (let [next] = pending; next; [next] = pending) {
    const requestedAt = Date.now()
    const result = await updateAccount(next)
    // The device's copy keeps the change for the next page, because the request was sent.
    const isCutOff = !result.ok && isNetworkFailure(result.failure) && (await isPageUnloading())
    if (isCutOff) break
    pending = pending.slice(1)
    if (result.ok) {
      hasSavedChange ||= !isProgress(next)
      if (confirmed && mayBeInFlight(changedEarlierAt, requestedAt)) {
        confirmed = applyPreferencesChange(confirmed, next)
        show('account', result.value.address)
        storeCopy()
      } else applyResponse(result.value)
      trackChange(next, result.value)
    } else {
      // The server's next response is used again.
      if (pending.length === 0) changedAt = 0
      if (!isProgress(next)) hasSavedChange = false
      show()
      storeCopy()
      if (!isProgress(next)) showErrorToastTop(result.failure.message)
    }
  }
  isSending = false
}

/** Sends all changes as one when the page closes, since requests could be reordered. Repeats are harmless. */
function flushPending() {
  if (pending.length > 1) void updateAccount(pending.reduce(mergePreferencesChanges))
}

function syncFromOtherTab({ key, newValue }: StorageEvent) {
  if (key !== preferencesKey) return
  const stored = parseDevicePreferences(newValue)
  // The other tab has sent the choices to the account, where the reader may have changed them since.
  if (stored?.owner === 'account') unmerged = null
  if (pending.length > 0) return
  if (stored?.owner !== (isGuest() ? 'device' : 'account')) return
  confirmed = stored.preferences
  changedAt = stored.changedAt
  show()
}

function trackChange(
  { add, remove, goal, isHistoryEnabled, weekly }: PreferencesChange,
  now: PreferencesResponse,
) {
  const fields = new Set([...Object.keys(add ?? {}), ...Object.keys(remove ?? {})])
  if (goal !== undefined) fields.add('goal')
  if (isHistoryEnabled !== undefined) fields.add('history')
  if (weekly) fields.add('newsletter')
  for (const field of fields) track('Account Updated', { field })
  if (weekly?.isOn !== undefined) rememberSignUp(weekly.isOn)
  if (weekly?.isOn) {
    track('Newsletter Subscribed', {
      email: now.address.email,
      referral: false,
      referred_email: '',
    })
  }
}
