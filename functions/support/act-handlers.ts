/** Handles what staff do for readers. Each act is stored with its change. */
import type { ParsedInputOf } from '../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { AccountActKind } from '../../src/domain/staff/act.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import type { Staff } from '../identity/caller.ts'
import type { Handle } from '../identity/handler.ts'
import { updateReader } from '../identity/reader-records.ts'
import { createActWrite } from '../staff/act-records.ts'
import {
  type Act,
  changeAccess,
  deletedAccount,
  describeChange,
  describeTrial,
} from './change-access.ts'
import { describeReader } from './describe-reader.ts'
import { type FoundReader, findReader, findReaderToHelp } from './find-reader.ts'
import { setProfileHidden } from './reader-profile.ts'
import { changeCredit } from './referral-credit.ts'
import { refuseSupport } from './refuse-support.ts'
import { resendEmail } from './resend-email.ts'
import { toAnswer } from './staff-answer.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'
import { describeWaitingGrant, findWaitingGrant, removeWaitingGrant } from './waiting-grant.ts'

type Lines = Result<readonly string[], SupportFailure>

type Options = Act & { readonly dryRun: boolean }

type SupportInput = ParsedInputOf<Api['POST /api/desk/readers/support']>
type MoneyInput = ParsedInputOf<Api['POST /api/desk/readers/money']>

const toOptions = (staff: Staff, { message, dryRun }: SupportInput | MoneyInput): Options => ({
  staff,
  message: message || null,
  dryRun,
})

export const supportReader: Handle<'POST /api/desk/readers/support', SupportDeps> = async (
  input,
  staff,
  deps,
) => {
  const done = await support(deps, input, toOptions(staff, input))
  return done.ok
    ? succeed(toAnswer(done.value))
    : refuseSupport(deps, 'reader_not_supported', done.failure)
}

async function support(deps: SupportDeps, input: SupportInput, options: Options): Promise<Lines> {
  const { act, reader: query } = input
  if (act === 'hideProfile' || act === 'showProfile')
    return setProfileHidden(deps, query, act === 'hideProfile', options)
  const found = await findReaderToHelp(deps, query, options.staff)
  if (!found.ok) return found
  switch (act) {
    case 'resend':
      return resendEmail(deps, found.value, input.template, options)
    case 'cancel':
      return change(deps, found.value, { kind: 'cancel' }, options, 'subscriptionCancelled')
    case 'endSessions':
      return endSessions(deps, found.value, options)
  }
}

export const changeMoney: Handle<'POST /api/desk/readers/money', SupportDeps> = async (
  input,
  staff,
  deps,
) => {
  const options = toOptions(staff, input)
  const done =
    input.act === 'grant' && input.until === null
      ? await endGrants(deps, input.reader, options)
      : await moveMoney(deps, input, options)
  return done.ok
    ? succeed(toAnswer(done.value))
    : refuseSupport(deps, 'money_not_moved', done.failure)
}

async function moveMoney(deps: SupportDeps, input: MoneyInput, options: Options): Promise<Lines> {
  const found = await findReader(deps, input.reader)
  if (!found.ok) return found
  const reader = found.value
  switch (input.act) {
    case 'grant':
      return grant(deps, reader, input.until === null ? null : new Date(input.until), options)
    case 'endNow':
      return change(deps, reader, { kind: 'endNow' }, options, 'subscriptionEnded')
    case 'grantCredit':
    case 'removeCredit': {
      const { act, amount, message } = input
      return changeCredit(deps, reader, act, amount, { ...options, message })
    }
  }
}

/** Ends complimentary access, and removes imported access that waits for the address, even without an account. */
async function endGrants(deps: SupportDeps, query: string, options: Options): Promise<Lines> {
  const found = await findReader(deps, query)
  if (!found.ok && found.failure.kind !== 'missing') return found
  const reader = found.ok ? found.value : null
  const waiting = await findWaitingGrant(deps, query, reader)
  if (!waiting.ok) return waiting
  if (!waiting.value) return reader ? grant(deps, reader, null, options) : fail({ kind: 'missing' })
  const removed = options.dryRun
    ? describeTrial(`would remove ${describeWaitingGrant(waiting.value)}.`)
    : await removeWaitingGrant(deps, waiting.value, options.staff)
  if (!removed.ok || !reader) return removed
  const ended = await grant(deps, reader, null, options)
  return ended.ok ? succeed([...removed.value, ...ended.value]) : ended
}

async function grant(
  deps: SupportDeps,
  reader: FoundReader,
  until: Date | null,
  options: Options,
): Promise<Lines> {
  if (until && until <= deps.now())
    return impossible('This time is in the past. Choose a later one.')
  const event = { kind: 'grant', until } as const
  if (options.dryRun) return describeChange(reader, event, deps.now())
  const granted = await changeAccess(deps, reader, event, options, 'accessChanged')
  if (!granted.ok) return granted
  const record = granted.value.record ?? reader.record
  return succeed(describeReader({ ...reader, record }, deps.now()))
}

async function change(
  deps: SupportDeps,
  reader: FoundReader,
  event: SubscriptionEvent,
  options: Options,
  kind: AccountActKind,
): Promise<Lines> {
  if (options.dryRun) return describeChange(reader, event, deps.now())
  const changed = await changeAccess(deps, reader, event, options, kind)
  return changed.ok ? succeed(changed.value.lines) : changed
}

/** Does the same as “Log out everywhere”. Passes are accepted for ten minutes more (../identity/session-tokens.ts). */
async function endSessions(
  { firestore, now }: SupportDeps,
  { uid, profile }: FoundReader,
  { staff, dryRun }: Options,
): Promise<Lines> {
  if (!profile) return impossible('This reader has no account, so there are no sessions to end.')
  if (dryRun) return describeTrial(`${uid}: would be logged out everywhere.`)
  const at = now()
  const act = { kind: 'sessionsEnded', subject: uid, before: null, after: null } as const
  const ended = await updateReader(
    firestore,
    uid,
    () => ({ sessionsEndedAt: at }),
    async () => succeed([createActWrite(staff, act, at)]),
  )
  if (!ended.ok) return ended.failure.kind === 'notFound' ? deletedAccount : fail(ended.failure)
  return succeed([
    `${uid}: logged out everywhere. Subscriber stories may stay readable for up to ten minutes.`,
  ])
}
