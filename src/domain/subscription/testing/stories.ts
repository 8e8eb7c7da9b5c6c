/**
 * Tables of events in a reader's life, as text: “2026-11-20 gift 3; 2026-11-28 cancel”. The cron job runs on time, and
 * PayPal fulfils every request. A payment is made only if the story says so. The time is noon UTC unless stated
 * otherwise.
 */
import { day } from '../../duration.ts'
import { createTransition } from '../create-transition.ts'
import { getDesiredStatus } from '../desired-status.ts'
import { nextDue } from '../next-due.ts'
import type { PlanKind } from '../offer.ts'
import type { PayPalStatus, PayPalSubscription } from '../paypal-subscription.ts'
import type { PlanId } from '../plan.ts'
import { preparePlanChange } from '../plan-change.ts'
import { createSold } from '../sold.ts'
import {
  type BankEntry,
  type SubscriptionInput,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../subscription.ts'
import type { SubscriptionEvent } from '../subscription-event.ts'
import { transition } from '../transition.ts'
import { getPaidEnd } from '../used-months.ts'

/** Parses “2027-06-16” or “2027-06-16T10:00”. */
export const on = (text: string) => new Date(text.includes('T') ? `${text}Z` : `${text}T12:00Z`)
export const formatDate = (at: Date) => at.toISOString().slice(0, 10)

/** Returns “gift 2+13d, (pause 1)”: whole months and days, in brackets while they are suspended. */
export const formatBank = (bank: readonly BankEntry[]) =>
  bank
    .map(({ source, id, months, rest, isSuspended }) => {
      const days = rest > 0 ? `+${Math.round(rest / day)}d` : ''
      const text = `${source === 'gift' ? id : source} ${months}${days}`
      return isSuspended ? `(${text})` : text
    })
    .join(', ')

export const readBank = (text: string) =>
  [...text.matchAll(/(\(?)(\w+) (\d+)(?:\+(\d+)d)?/g)].map(
    ([, bracket, name = '', months, days = 0]): BankEntry => {
      const entry = { months: Number(months), rest: Number(days) * day, isSuspended: !!bracket }
      const isGift = name !== 'pause' && name !== 'freeMonth'
      return { ...entry, source: isGift ? 'gift' : name, id: isGift ? name : '' }
    },
  )

/**
 * Returns the state, its dates, the desired status at PayPal and the time bank, such as “paused 2026-11-30 2027-01-30
 * SUSPENDED, gift 3”. A pause has two dates, when access closes and reopens. Other states have the end of the paid time;
 * disputed and ended ones have no date.
 */
export function summarise(record: SubscriptionRecord): string {
  const { subscription: one, bank, bankFrom } = record
  const state = one && 'cause' in one ? one.cause : (one?.state ?? 'none')
  const name = one?.state === 'ending' && one.isFinal ? 'final' : state
  const paidEnd = one && !/disputed|ended/.test(name) ? [getPaidEnd(one)] : []
  const dates = one?.state === 'paused' ? [one.closesAt, one.resumesAt] : paidEnd
  const desired = /active|paused/.test(name) ? [getDesiredStatus(record)] : []
  const from = bankFrom ? ` from ${formatDate(bankFrom)}` : ''
  const given = bank.length > 0 ? `, ${formatBank(bank)}${from}` : ''
  return [name, ...dates.map(formatDate), ...desired].join(' ') + given
}

export const now = on('2026-11-20')

/** Prices that readers in these stories keep, whatever a plan costs now. */
const soldCents: Readonly<Partial<Record<PlanId, number>>> = {
  ...{ monthly_13: 1399, annual_99: 9900, student_45: 4499, international_annual: 7999 },
}
const sell = (plan: PlanId) => {
  const sold = createSold(plan, 'P-1')
  return { ...sold, minorUnits: soldCents[plan] ?? sold.minorUnits }
}

type Changes = Readonly<Record<string, unknown>> & { readonly plan?: PlanId }
/** Records a payment made on `paidOn` that was due on `dueOn`. */
function pay(before: PlanId, paidOn: string, dueOn: string, changes: Changes) {
  const plan = changes.plan ?? before
  const dates = { anchor: on(paidOn), lastPaymentAt: on(paidOn), seenPaymentAt: on(paidOn) }
  const sold = sell(plan)
  const active = { state: 'active', plan, provider: 'I-1', sold, paidThrough: on(dueOn), ...dates }
  return { ...active, ...changes } as SubscriptionInput
}
const monthly = (changes: Changes) => pay('monthly_13', '2026-10-30', '2026-11-30', changes)
const yearly = (changes: Changes) => pay('annual_99', '2026-06-16', '2027-06-16', changes)
const overdue = (changes: Changes) => pay('monthly_13', '2026-10-19', '2026-11-19', changes)
const unpaid = { anchor: on('2026-11-30'), lastPaymentAt: null, seenPaymentAt: null }
const previous = { plan: 'monthly_13', provider: 'I-0', lastPaymentAt: on('2026-10-30') }
const stopped = { stoppedAt: on('2026-11-18') }
const paused = { ...stopped, state: 'paused' }
const failed = { state: 'paymentFailed', failedAt: on('2026-11-19') }

const states = {
  active: monthly({}),
  yearly: yearly({}),
  /** The plan's price has been raised since the sale. */
  soldFor49: yearly({ sold: { ...createSold('annual_99', 'P-1'), minorUnits: 4900 } }),
  student: yearly({ plan: 'student_45' }),
  international: yearly({ plan: 'international_annual' }),
  trial: monthly({ ...unpaid, trialEndsAt: on('2026-11-30') }),
  changed: monthly({ ...unpaid, plan: 'annual_99', previous }),
  ending: monthly({ ...stopped, state: 'ending' }),
  final: monthly({ ...stopped, state: 'ending', isFinal: true }),
  paused: monthly({ ...paused, closesAt: on('2026-11-30'), resumesAt: on('2027-01-30') }),
  yearlyPause: yearly({ ...paused, closesAt: on('2026-11-18'), resumesAt: on('2027-01-18') }),
  failed: overdue(failed),
  missing: overdue({ ...failed, cause: 'missing' }),
  disputed: monthly({ ...stopped, state: 'disputed' }),
  ended: monthly({ ...stopped, state: 'ended', endedAt: on('2026-11-18') }),
  former: monthly({ ...stopped, state: 'ended', endedAt: on('2026-11-18') }),
}
export const stateNames = Object.keys(states).filter((name) => name !== 'former')

/** The data that an earlier version stored about a subscription that another one had replaced. */
const former = { ...previous, until: on('2026-11-30'), isDisputed: false }

type Sync = Extract<SubscriptionEvent, { kind: 'providerSynced' }>
export function sync(state: Partial<PayPalSubscription>, changes: Partial<Sync> = {}): Sync {
  const payPalState: PayPalSubscription = {
    ...{ id: 'I-1', status: 'ACTIVE', planId: 'P-1', nextMinorUnits: null },
    ...{ nextBillingAt: null, lastPaymentAt: null, lastFailedAt: null },
    ...{ lastPaymentMinorUnits: null, outstandingMinorUnits: 0, failedPayments: 0 },
    ...state,
  }
  return { kind: 'providerSynced', payPalState, plan: null, ...changes }
}

export function apply(record: SubscriptionRecord | null, event: SubscriptionEvent, when = now) {
  const result = transition(record, event, when)
  if (!result.ok) throw new Error(result.failure)
  return result.value
}

/** `log` contains effects, with the months for which a share of a payment is returned. */
export type Story = {
  readonly record: SubscriptionRecord
  readonly when: Date
  readonly log: readonly string[]
  readonly started?: Story
  /** The last step's event, and the record before it. */
  readonly last?: { readonly before: SubscriptionRecord; readonly event: SubscriptionEvent }
}
type Words = readonly string[]

const readCents = (words: Words, name: string) =>
  words.includes(name) ? Number(words[words.indexOf(name) + 1]) : null

/**
 * Parses “SUSPENDED of I-1 paid 2026-11-18 cents 2798 next 2027-01-30 failed 2026-11-30 earlier 2026-10-18”. “paid”
 * without a date is a payment now; it may be “pending”, or “returned” already. “bills 100 full 1399”: PayPal's charge,
 * and the full price. A new subscription: “buy annual_99 SUSPENDED unpaid trial refused seen”.
 */
function readSync(words: Words, { record, when }: Story): Sync {
  const find = (word: string) => words[words.indexOf(word) + 1] ?? ''
  const date = (word: string) => (/^2/.test(find(word)) ? on(find(word)) : when)
  const isNew = words[0] === 'buy' || words[0] === 'change'
  const known = isNew
    ? { id: `I-${record.replaced.length + 2}`, status: null, paidAt: when }
    : {
        id: words.includes('of') ? find('of') : (record.subscription?.provider ?? 'I-1'),
        status: getDesiredStatus(record),
        paidAt: words.includes('paid')
          ? date('paid')
          : (record.subscription?.seenPaymentAt ?? null),
      }
  const status = words.find((word) => /^[A-Z_]+$/.test(word)) ?? known.status ?? 'ACTIVE'
  const state = {
    id: known.id,
    status: status as PayPalStatus,
    lastPaymentAt: words.includes('unpaid') ? null : known.paidAt,
    lastPaymentMinorUnits: readCents(words, 'cents'),
    nextBillingAt: words.includes('next') ? date('next') : null,
    failedPayments: words.includes('failed') ? 1 : 0,
    lastFailedAt: /^2/.test(find('failed')) ? date('failed') : null,
    nextMinorUnits: readCents(words, 'bills'),
  }
  const plan = words[0] === 'buy' ? ((words[1] ?? null) as PlanId | null) : null
  const [isPending, isRefunded] = [words.includes('pending'), words.includes('returned')]
  const at = words.includes('earlier') ? date('earlier') : (state.lastPaymentAt ?? when)
  const listed = { at, minorUnits: 0, isPending, isRefunded }
  return sync(state, {
    fullPrice: readCents(words, 'full'),
    payments: /pending|returned|earlier/.test(words.join()) ? [listed] : [],
    ...{ plan, sold: plan && sell(plan) },
    isNew: isNew && !words.includes('seen'),
    isRefused: words.includes('refused'),
    trialEndsAt: words.includes('trial') ? on('2026-11-30') : null,
  })
}

/**
 * Parses “annual unpaid”, approved now. The change was started at the time after “start”, or now. “current” is followed
 * by PayPal's state of the current subscription.
 */
function changePlan(words: Words, story: Story): Sync {
  const before = story.started ?? story
  const prepared = preparePlanChange(before.record, words[1] as PlanKind, before.when)
  if (!prepared.ok) throw new Error(prepared.failure)
  const { plan, from, startsAt } = prepared.value
  const isCurrent = story.record.subscription?.provider === from
  const current = words.includes('current') ? words.slice(words.indexOf('current')) : []
  const currentState = isCurrent ? readSync(current, story).payPalState : null
  const isPaid = startsAt ? words[2] === 'paid' : !words.includes('unpaid')
  const bought = readSync(isPaid ? words : [...words, 'unpaid'], story)
  return { ...bought, plan, sold: sell(plan), planChange: { from, startsAt, currentState } }
}

/**
 * Parses an event: months of a gift, its id and “kept”; months of a pause; a gift's status and id; or an event's kind
 * and date. “beside” is followed by the date and “cents” of a payment that isn't returned. “lost”: refunded by a
 * dispute. “I-0”: about that subscription. “D2”: PayPal's id for another dispute.
 */
function readEvent(words: Words, story: Story): SubscriptionEvent {
  const [word = '', first = '', second = 'gift', kept] = words
  if (word === 'change') return changePlan(words, story)
  if (/^([A-Z]|paid|buy)/.test(word)) return readSync(words, story)
  if (/valid|suspended|void/.test(word))
    return { kind: 'giftChanged', gift: first || 'gift', status: word as 'valid' }
  const { provider = 'I-1', lastPaymentAt = story.when } = story.record.subscription ?? {}
  const date = /^2/.test(first) ? on(first) : null
  const beside = words[words.indexOf('beside') + 1] ?? ''
  const other = { at: on(beside), minorUnits: readCents(words, 'cents') }
  const kind = { gift: 'redeemGift', lost: 'refunded' }[word] ?? word
  return {
    ...{ gift: second, endFailing: !kept, until: date, requestId: first },
    ...{ kind, isLost: word === 'lost', months: Number(first) },
    dispute: words.find((one) => /^D\d$/.test(one)) ?? 'D1',
    provider: words.find((one) => one.startsWith('I-')) ?? provider,
    paymentAt: date ?? lastPaymentAt,
    others: words.includes('beside') ? [other] : [],
    ...(word === 'cancel' && first ? { reason: first } : {}),
  } as SubscriptionEvent
}

function take(story: Story, event: SubscriptionEvent, when: Date): Story {
  const { record, surplus, replaced, ...effects } = apply(story.record, event, when)
  const log = [
    ...[...story.log, ...effects.emails, ...effects.giftEmails],
    ...(surplus ? [surplus.reason] : []),
    ...(replaced ? [`ends ${replaced.provider}`] : []),
    ...effects.usedGifts.map((gift) => `${gift} used`),
    ...effects.refunds.map(({ at }) => `refund ${formatDate(at)}`),
    ...effects.settlements.map(({ months, paid }) =>
      `payment ${paid || ''} ${months ? `less ${months}` : ''}`.replace(/ +/g, ' ').trim(),
    ),
  ]
  const next = { ...story, record, when, log, last: { before: story.record, event } }
  const isSeen = record.isReconciled || event.kind === 'providerSynced'
  return isSeen ? next : { ...take(next, readSync([], next), when), last: next.last }
}

/**
 * `start` is “active” or “active with gift 3”. Steps are “2026-11-20 cancel”, “2026-11-20” for time alone, or
 * “2026-11-20 late cancel” if the cron job hasn't run. Throws the reason why a step isn't possible.
 */
export function tell(start: string, steps: string): Story {
  const [name, bank = ''] = start.split(' with ')
  const subscription = name === 'none' ? null : states[name as keyof typeof states]
  const formerAccess = name === 'former' ? former : null
  const fields = { subscription, bank: readBank(bank), formerAccess }
  const stored = subscriptionRecordSchema.parse(fields)
  const { record } = createTransition(stored, { record: stored }, now)
  let story: Story = { record, when: now, log: [] }
  for (const step of steps.split('; ').filter(Boolean)) {
    const [, date = '', isLate, words = ''] = step.match(/^(\S+) ?(late\b ?)?(.*)/)!
    const when = on(date)
    let due = nextDue(story.record)
    while (due && due.at <= when && !isLate) {
      story = take(story, { kind: 'timePassed' }, due.at)
      due = nextDue(story.record)
    }
    story = { ...story, when }
    if (words === 'start') story = { ...story, started: story }
    else if (words) story = take(story, readEvent(words.split(' '), story), when)
  }
  return story
}
