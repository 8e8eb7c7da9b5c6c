/**
 * What the reader has answered about their reading, as the page shows it: at once as they answer, and
 * back as it was where the server does not take it. Of a reader with an account the server keeps it,
 * and this device a copy; a guest's answers stay on the device until they sign in there.
 */
import { atom, type ReadableAtom } from 'nanostores'
import { track } from '../../browser/analytics.ts'
import { type ApiFailure, callForJson } from '../../browser/api.ts'
import {
  answersKey,
  isGuest,
  keepAnswers,
  parseKeptAnswers,
  readKeptAnswers,
} from '../../browser/kept-answers.ts'
import { createRetry } from '../../browser/retry.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { PreferencesResponse } from '../../contracts/preferences.ts'
import {
  type Answers,
  type AnswersChange,
  changeAnswers,
  mergeChanges,
  noAnswers,
  takenOver,
} from '../../domain/answers.ts'
import type { Result } from '../../domain/result.ts'
import { errorToastTop } from '../../ui/toast.ts'

export type PreferencesState = {
  /**
   * Where answers go: to the `account`, onto the `device`, or `nowhere` where this browser keeps
   * nothing. `starting` until that is known; `away` where the server does not say what it has.
   */
  readonly keeping: 'starting' | 'account' | 'device' | 'nowhere' | 'away'
  readonly answers: Answers
  /** Where The Weekly goes: only the server knows. */
  readonly address: PreferencesResponse['address'] | null
}

const $current = atom<PreferencesState>({ keeping: 'starting', answers: noAnswers, address: null })

export const $preferences: ReadableAtom<PreferencesState> = $current

/** As last known, and what is on its way to the server, in its order. */
let known: Answers | null = null
let pending: readonly AnswersChange[] = []
let checkedAt = 0
let changedAt = 0
let isOpened = false

/**
 * Milliseconds in which an answer that the server has not acknowledged may still be on its way there,
 * from this page or the one before. Meanwhile this device is believed, and not what the server says.
 */
const settling = 30_000

function show(keeping = $current.get().keeping, address = $current.get().address) {
  const answers = pending.reduce(changeAnswers, known ?? noAnswers)
  $current.set({ keeping, answers, address })
}

function keepCopy(): boolean {
  const { answers } = $current.get()
  return keepAnswers({ of: isGuest() ? 'device' : 'account', answers, checkedAt, changedAt })
}

/** Finds out what the reader has answered so far. However often it is called on a page, once. */
export function openPreferences() {
  if (isOpened) return
  isOpened = true
  const kept = readKeptAnswers()
  const isTheirs = kept?.of === (isGuest() ? 'device' : 'account')
  if (kept && isTheirs) {
    known = kept.answers
    checkedAt = kept.checkedAt
    changedAt = kept.changedAt
  }
  addEventListener('storage', takeFromOtherTab)
  if (isGuest()) return show('device')
  if (known) show('account')
  addEventListener('pagehide', sendTheRest)
  void load(kept?.of === 'device' ? kept.answers : null)
}

const retry = createRetry(() => void load(null))

/** `left` is what a guest has left on this device, for the account to take over. */
async function load(left: Answers | null) {
  const asked = Date.now()
  const found = await ask('GET')
  if (!found.ok) {
    if (!known) show('away')
    if (found.failure.code !== 'signed_out') retry.schedule()
    return
  }
  retry.reset()
  const { address, ...answers } = found.value
  const change = left && takenOver(answers, left)
  if (change) return takeOver(change, found.value)
  const isOnItsWay = changedAt > checkedAt && asked - changedAt < settling
  if (known && (isOnItsWay || changedAt >= asked)) return show('account', address)
  accept(found.value)
}

/** What a guest left is forgotten when the account has it, and not before. */
async function takeOver(change: AnswersChange, account: PreferencesResponse) {
  const taken = await ask('PATCH', change)
  if (taken.ok) return accept(taken.value)
  // Never an answer of ours, whoever wrote it there.
  if (taken.failure.code === 'bad_request') return accept(account)
  known = account
  show('account', account.address)
}

function ask(method: 'GET' | 'PATCH', change?: AnswersChange) {
  return callForJson<PreferencesResponse>(method, endpoints.preferences, change) as Promise<
    Result<PreferencesResponse, ApiFailure>
  >
}

function accept({ address, ...answers }: PreferencesResponse) {
  known = answers
  // Not while another answer waits: what the device knows is newer.
  if (pending.length === 0) checkedAt = Date.now()
  show('account', address)
  keepCopy()
}

/** Takes an answer of the reader. It is shown at once. */
export function answer(change: AnswersChange) {
  openPreferences()
  changedAt = Date.now()
  if (isGuest()) {
    known = changeAnswers(known ?? noAnswers, change)
    show()
    show(keepCopy() ? 'device' : 'nowhere')
    return
  }
  pending = [...pending, change]
  show()
  keepCopy()
  void send()
}

let isSending = false

/** One after the other, so that they arrive in the order in which they were given. */
async function send() {
  if (isSending) return
  isSending = true
  for (let [next] = pending; next; [next] = pending) {
    const taken = await ask('PATCH', next)
    pending = pending.slice(1)
    if (taken.ok) {
      accept(taken.value)
      count(next, taken.value)
    } else {
      show()
      keepCopy()
      // That a page was come to is nothing that the reader has asked for.
      if (!('step' in next)) errorToastTop(taken.failure.message)
    }
  }
  isSending = false
}

/**
 * The page closes, and nothing can wait for an answer any more: what would have been sent one after
 * the other goes as one change, because several at once could arrive in any order. The first is on its
 * way already, and part of it all the same, in case it does not arrive: a change that arrives twice
 * changes nothing more.
 */
function sendTheRest() {
  if (pending.length > 1) void ask('PATCH', pending.reduce(mergeChanges))
}

function takeFromOtherTab({ key, newValue }: StorageEvent) {
  if (key !== answersKey || pending.length > 0) return
  const kept = parseKeptAnswers(newValue)
  if (kept?.of !== (isGuest() ? 'device' : 'account')) return
  known = kept.answers
  changedAt = kept.changedAt
  show()
}

function count(
  { add, remove, goal, keepsHistory, weekly }: AnswersChange,
  now: PreferencesResponse,
) {
  const fields = new Set([...Object.keys(add ?? {}), ...Object.keys(remove ?? {})])
  if (goal !== undefined) fields.add('goal')
  if (keepsHistory !== undefined) fields.add('history')
  if (weekly) fields.add('newsletter')
  for (const field of fields) track('Account Updated', { field })
  if (weekly?.wanted) {
    track('Newsletter Subscribed', {
      email: now.address.email,
      referral: false,
      referred_email: '',
    })
  }
}
