/** Applies changes by staff to subscriptions, through the same functions as all other changes. */
import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { getFullName } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { AccountActKind } from '../../src/domain/staff/act.ts'
import { getDesiredStatus } from '../../src/domain/subscription/desired-status.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import type { Staff } from '../identity/caller.ts'
import { createActWrite } from '../staff/act-records.ts'
import {
  type ChangeResult,
  changeSubscription,
  commitChange,
  decideChange,
} from '../subscription/change-subscription.ts'
import type { FoundReader } from './find-reader.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

/** The member of staff who acts on a reader, and the reason. */
export type Act = {
  readonly staff: Staff
  readonly message: string | null
}

/** For the histories that only staff see. */
export const getStaffName = ({ reader, uid }: Staff) => getFullName(reader) || uid

export const toOperator = ({ staff, message }: Act) => ({ operator: getStaffName(staff), message })

const nothingWritten = 'Nothing was written.'

const stateOf = (record: SubscriptionRecord | null) => record?.subscription?.state ?? 'none'

/** The state for the record of acts, such as “ended” or “none, complimentary until 2030-01-01”. */
function describeAccess(record: SubscriptionRecord | null): string {
  const until = record?.complimentaryUntil
  const suffix = until ? `, complimentary until ${until.toISOString().slice(0, 10)}` : ''
  return stateOf(record) + suffix
}

/** Stores the change with the act. A change that isn't possible any more fails, with the current state. */
export async function changeAccess(
  { firestore, now }: Pick<SupportDeps, 'firestore' | 'now'>,
  { uid }: FoundReader,
  event: SubscriptionEvent,
  act: Act,
  kind: AccountActKind,
): Promise<Result<ChangeResult & { readonly lines: readonly string[] }, SupportFailure>> {
  let before: SubscriptionRecord | null = null
  const changed = await changeSubscription(
    firestore,
    uid,
    { by: toOperator(act) },
    async (loaded) => {
      before = loaded.record
      const decision = decideChange(loaded, event, now())
      const after = decision.result.record
      const states = { before: describeAccess(before), after: describeAccess(after) }
      const write = createActWrite(act.staff, { kind, subject: uid, ...states }, now())
      return commitChange(firestore, decision, decision.change ? [write] : [])
    },
  )
  if (!changed.ok) return changed
  const { record, ignored } = changed.value
  if (ignored === 'notPossible') return notPossible(record)
  if (ignored === 'moved') return movedPurchase
  if (ignored === 'accountDeleted') return deletedAccount
  const lines = [
    `${uid}: ${stateOf(before)} → ${stateOf(record)}`,
    ...(record && !record.isReconciled ? ['PayPal will be updated within a minute.'] : []),
  ]
  return succeed({ ...changed.value, lines })
}

export const deletedAccount = impossible('The account has been deleted, so it can’t be changed.')

const movedPurchase = impossible(
  'This guest’s purchase now belongs to an account. Find the reader by PayPal’s id for the subscription.',
)

const notPossible = (record: SubscriptionRecord | null) =>
  impossible(
    `This change isn’t possible in the subscription’s current state: ${stateOf(record)}. Look at the reader’s history for the cause.`,
  )

/** Describes what the event would change. */
export function describeChange(
  { uid, record: before }: FoundReader,
  event: SubscriptionEvent,
  now: Date,
): Result<readonly string[], SupportFailure> {
  const next = transition(before, event, now)
  if (!next.ok)
    return next.failure === 'notPossible' ? notPossible(before) : succeed([`${uid}: no change`])
  const { record, emails, giftEmails } = next.value
  const targetState = getDesiredStatus(record)
  const until = record.complimentaryUntil
  return succeed([
    `${uid}: would change from ${stateOf(before)} to ${stateOf(record)}`,
    ...(event.kind === 'grant' && until
      ? [`  complimentary access until ${formatTime(until)}`]
      : []),
    ...emails.map((template) => `  email: ${template}`),
    ...giftEmails.map((template) => `  email about a gift: ${template}`),
    ...(!record.isReconciled && targetState ? [`  PayPal: ${targetState}`] : []),
    nothingWritten,
  ])
}

/** The answer to a dry run of an act that changes no subscription. */
export const describeTrial = (line: string) => succeed([`${line} ${nothingWritten}`])
