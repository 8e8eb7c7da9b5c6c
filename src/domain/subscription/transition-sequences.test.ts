/**
 * Ten thousand random histories, with the provider's messages shuffled and repeated and our calls to it
 * late. Each must end like the same history with every message delivered once, in order.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type GiftLength, giftLengths } from '../gift/gift-length.ts'
import type { GiftTimeStatus } from '../gift/gift-transition.ts'
import type { RecordedTransition } from '../statistics/transition-record.ts'
import { getDesiredStatus } from './desired-status.ts'
import { resolveEntitlement } from './entitlement.ts'
import { isGiftRunning } from './gift-time.ts'
import { type PlanKind, planKinds } from './offer.ts'
import { type PlanId, plans } from './plan.ts'
import { isPlanChangeWaiting } from './plan-change.ts'
import { type GiftTime, paymentGracePeriod, type SubscriptionRecord } from './subscription.ts'
import { pauseMonths } from './subscription-steps.ts'
import { getPaidEnd, ProviderModel, type TestPayment } from './testing/provider-model.ts'
import { WorkerModel } from './testing/worker-model.ts'

const day = 24 * 60 * 60 * 1000

type RandomStep =
  | { readonly do: 'subscribe' }
  | { readonly do: 'cancel' | 'acceptOffer' | 'reactivate' }
  | { readonly do: 'pause'; readonly months: (typeof pauseMonths)[number] }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'card'; readonly isPaymentKept: boolean }
  | { readonly do: 'cancelThere' }
  | { readonly do: 'redeem'; readonly months: GiftLength }
  | { readonly do: 'startPlanChange'; readonly kind: PlanKind }
  /** The provider's messages arrive on the next day, when it may have billed. */
  | { readonly do: 'approvePlanChange'; readonly isSilent: boolean }
  | { readonly do: 'changeGift'; readonly gift: number; readonly status: GiftTimeStatus }

const stepArbitraries = (maxDays: number): fc.Arbitrary<RandomStep> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<RandomStep>({ do: 'subscribe' }) },
    { weight: 2, arbitrary: fc.constantFrom<RandomStep>({ do: 'cancel' }, { do: 'acceptOffer' }) },
    { weight: 2, arbitrary: fc.constant<RandomStep>({ do: 'reactivate' }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...pauseMonths)
        .map((months): RandomStep => ({ do: 'pause', months })),
    },
    {
      weight: 6,
      arbitrary: fc
        .integer({ min: 1, max: maxDays })
        .map((days): RandomStep => ({ do: 'wait', days })),
    },
    {
      weight: 1,
      arbitrary: fc.boolean().map((isPaymentKept): RandomStep => ({ do: 'card', isPaymentKept })),
    },
    { weight: 1, arbitrary: fc.constant<RandomStep>({ do: 'cancelThere' }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...giftLengths)
        .map((months): RandomStep => ({ do: 'redeem', months })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({
          gift: fc.nat({ max: 3 }),
          status: fc.constantFrom<GiftTimeStatus>('valid', 'suspended', 'void'),
        })
        .map((change): RandomStep => ({ do: 'changeGift', ...change })),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...planKinds)
        .map((kind): RandomStep => ({ do: 'startPlanChange', kind })),
    },
    {
      weight: 3,
      arbitrary: fc
        .boolean()
        .map((isSilent): RandomStep => ({ do: 'approvePlanChange', isSilent })),
    },
  )

type MessageQueue = (messages: readonly string[]) => readonly string[]

function runSteps(plan: PlanId, steps: readonly RandomStep[], messageQueue: MessageQueue) {
  const provider = new ProviderModel(plan)
  const edge = new WorkerModel(provider)
  let now = new Date('2026-01-31T10:00:00Z')
  const deliverAll = () => {
    // Our calls to the provider cause messages in turn.
    for (let attempt = 0; attempt < 6; attempt++) {
      for (const id of messageQueue(provider.messages.splice(0))) edge.receiveState(id, now)
      edge.runCronJobs(now)
      if (provider.messages.length === 0) break
    }
    if (provider.messages.length > 0) throw new Error('it never comes to rest')
  }
  const advanceTo = (days: number) => {
    for (let passed = 0; passed < days; passed++) {
      const before = edge.record
      const wasOpen = hasOtherAccess(edge, provider, now)
      now = new Date(now.getTime() + day)
      provider.advanceTo(now)
      deliverAll()
      expectGiftTimeToBeKept(before, edge, now, wasOpen && hasOtherAccess(edge, provider, now))
      expectAccessToBePaidFor(edge, provider, now)
      expectFreeMonthToBeKept(edge, provider, now)
    }
  }
  for (const step of steps) {
    now = new Date(now.getTime() + 1000)
    switch (step.do) {
      case 'subscribe':
        provider.approvePayment(now)
        break
      case 'wait':
        advanceTo(step.days)
        break
      case 'card':
        provider.isCardGood = step.isPaymentKept
        break
      case 'cancelThere': {
        const { subscription } = edge.record
        if (subscription) provider.changeStatus(subscription.provider, 'CANCELLED')
        break
      }
      case 'redeem': {
        const gift = `gift-${edge.redeemedCount++}`
        edge.applyEvent({ kind: 'redeemGift', gift, months: step.months, endFailing: true }, now)
        break
      }
      case 'changeGift': {
        const { status } = step
        edge.applyEvent({ kind: 'giftChanged', gift: `gift-${step.gift}`, status }, now)
        break
      }
      case 'startPlanChange':
        edge.startPlanChange(step.kind, now)
        break
      case 'approvePlanChange': {
        const { subscriptions, messages } = provider
        const isWaiting = (id: string) => subscriptions.get(id)!.status === 'APPROVAL_PENDING'
        const id = [...edge.planChanges.keys()].findLast(isWaiting)
        // Of two that are approved before either is known, the first one known counts.
        if (id && messages.length === 0) provider.approve(id, now)
        if (step.isSilent) continue
        break
      }
      case 'pause':
        edge.applyEvent({ kind: 'pause', months: step.months }, now)
        break
      default:
        edge.applyEvent({ kind: step.do }, now)
    }
    deliverAll()
  }
  deliverAll()
  return { edge, provider, now }
}

/** Access requires a payment or a free period, and a payment gives access. */
function expectAccessToBePaidFor({ record }: WorkerModel, provider: ProviderModel, now: Date) {
  const { payments } = provider
  const { subscription } = record
  if (!subscription) return
  const covers = ({ plan, at, isReturned }: TestPayment) =>
    !isReturned && at <= now && now < new Date(getPaidEnd(plan, at).getTime() - day)
  const hasPaid = payments.some(covers)
  const { entitled } = resolveEntitlement(record, now)
  // `expect` would take most of the time: this runs a million times.
  if (hasPaid && subscription.state !== 'ended' && !entitled) throw new Error('paid, and shut out')
  if (!entitled || hasPaid) return
  const isWithinGrace =
    subscription.state === 'paymentFailed' &&
    now.getTime() < subscription.failedAt.getTime() + paymentGracePeriod
  const { complimentaryUntil } = record
  const isFree =
    isGiftRunning(record, now) ||
    [subscription.heldUntil, complimentaryUntil].some((end) => end && now < end)
  const isLastDay = payments.some(
    ({ plan, at, isReturned }) =>
      !isReturned && now.getTime() <= getPaidEnd(plan, at).getTime() + day,
  )
  // The provider bills by the day.
  const { nextBillingAt } = provider.subscriptions.get(subscription.provider)!
  // After a hold, a new plan is billed for the first time a day later.
  const delay = isPlanChangeWaiting(subscription) ? 2 * day : 0
  const isBeingBilled = nextBillingAt!.getTime() <= now.getTime() + delay
  const isGiven = isWithinGrace || isFree || isLastDay
  if (!isGiven && !isBeingBilled && now >= subscription.paidThrough) {
    throw new Error('let in, and not paid')
  }
}

/** Whether a payment that was kept, or the free month, gives access, with a day to spare. */
function hasOtherAccess({ record, freeMonth }: WorkerModel, provider: ProviderModel, now: Date) {
  const { payments } = provider
  const { subscription } = record
  if (!subscription || subscription.state === 'ended') return false
  if (freeMonth && now < freeMonth.until && freeMonth.provider === subscription.provider)
    return true
  return payments.some(
    ({ of, plan, at, isReturned }) =>
      (of === subscription.provider || of === subscription.previous?.provider) &&
      !isReturned &&
      at <= now &&
      now < new Date(getPaidEnd(plan, at).getTime() - day),
  )
}

/** What of a gift isn't used yet; its whole length if it hasn't begun. */
function getRemainder({ from, until, months, isSuspended }: GiftTime, now: Date) {
  const isUntouched = isSuspended || from >= now
  const rest = isUntouched ? from : now
  return { isWhole: months !== null && isUntouched, time: until.getTime() - rest.getTime() }
}

function sumUsedTime(before: SubscriptionRecord, after: SubscriptionRecord, now: Date): number {
  const yesterday = new Date(now.getTime() - day)
  return before.gifts
    .map((gift) => {
      const later = after.gifts.find(({ id }) => id === gift.id)
      const was = getRemainder(gift, yesterday)
      const is = later && getRemainder(later, now)
      // A whole gift keeps its months when it is moved, not its days.
      if (was.isWhole && is?.isWhole) return 0
      if (was.isWhole && is && later) return now.getTime() - later.from.getTime()
      return was.time - (is?.time ?? 0)
    })
    .reduce((sum, used) => sum + used, 0)
}

/** In a day, at most a day of gifts is used; nothing while the reader has other access. */
function expectGiftTimeToBeKept(
  before: SubscriptionRecord,
  { record, provider: { payments } }: WorkerModel,
  now: Date,
  hasOther: boolean,
) {
  if (before.gifts.length === 0) return
  const used = sumUsedTime(before, record, now)
  if (used > day) throw new Error(`${used / day} days of gifts used in a day`)
  const isValid = ({ isSuspended }: GiftTime) => !isSuspended
  if (hasOther && used > 0) throw new Error('a gift used beside paid access')
  if (record.gifts.some(isValid) && !resolveEntitlement(record, now).entitled) {
    throw new Error('shut out with a gift')
  }
  const { subscription } = record
  const isBilled = payments.some(
    ({ of, at, isReturned }) =>
      of === subscription?.provider &&
      subscription.giftHold &&
      at > subscription.giftHold.since &&
      !isReturned,
  )
  if (isBilled) throw new Error('billed while gifts remain')
}

/** After accepting the free month, access lasts until its end and no payment is due before. */
function expectFreeMonthToBeKept(
  { record, freeMonth }: WorkerModel,
  { payments }: ProviderModel,
  now: Date,
) {
  if (!freeMonth || now >= freeMonth.until) return
  if (!resolveEntitlement(record, now).entitled) throw new Error('shut out in the free month')
  const isBilled = payments.some(
    ({ of, at, isReturned }) => of === freeMonth.provider && at > freeMonth.from && !isReturned,
  )
  if (isBilled) throw new Error('billed in the free month')
}

const inOrder: MessageQueue = (messages) => messages

const history = (step: fc.Arbitrary<RandomStep>) =>
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    seed: fc.array(fc.record({ times: fc.integer({ min: 1, max: 5 }), place: fc.nat() }), {
      minLength: 1,
      maxLength: 12,
    }),
  })

it.each<[PlanId, mostDays: number, numRuns: number]>([
  ['monthly_13', 45, 10_000],
  ['annual_99', 200, 500],
])(
  '%s ends the same in any order of messages, without billing twice or after cancelling',
  (plan, maxDays, numRuns) => {
    fc.assert(
      fc.property(history(stepArbitraries(maxDays)), ({ steps, seed }) => {
        let randomIndex = 0
        const shuffled: MessageQueue = (messages) =>
          messages
            .flatMap((id) => {
              const { times, place } = seed[randomIndex++ % seed.length]!
              return Array.from({ length: times }, (_, copy) => ({ id, place: place * (copy + 1) }))
            })
            .sort((one, other) => one.place - other.place)
            .map(({ id }) => id)
        const orderlySteps = runSteps(plan, steps, inOrder)
        const unorderedSteps = runSteps(plan, steps, shuffled)
        expect(unorderedSteps.edge.record).toEqual(orderlySteps.edge.record)
        expect(unorderedSteps.edge.usedGifts).toEqual(orderlySteps.edge.usedGifts)
        expect(unorderedSteps.edge.sentEmails).toEqual(orderlySteps.edge.sentEmails)
        expect(unorderedSteps.provider.payments).toEqual(orderlySteps.provider.payments)
        expect(unorderedSteps.edge.transitions).toEqual(orderlySteps.edge.transitions)
        for (const { edge, provider } of [orderlySteps, unorderedSteps]) {
          expectNoWrongBill(edge, provider)
          expectNoOverlap(edge, provider)
          expectToldOfBilling(edge, provider)
          expectExactRecords(edge, provider)
        }
      }),
      { numRuns },
    )
  },
  300_000,
)

/** Nobody pays for the same time twice, whatever plans they change to. */
function expectNoOverlap({ planChanges }: WorkerModel, { payments }: ProviderModel) {
  const findFirst = (id: string): string => {
    const from = planChanges.get(id)?.from
    return from ? findFirst(from) : id
  }
  const keptPayments = payments.filter(({ isReturned }) => !isReturned)
  for (const [index, { of, plan, at }] of keptPayments.entries()) {
    const next = keptPayments.slice(index + 1).find((one) => findFirst(one.of) === findFirst(of))
    // Providers bill at their own hour.
    if (next && next.at.getTime() < getPaidEnd(plan, at).getTime() - 2 * day) {
      throw new Error(`${at.toISOString()} and ${next.at.toISOString()} overlap`)
    }
  }
}

/** Yearly payments are announced in the weeks before, monthly ones never. */
function expectToldOfBilling(
  { sentEmails, redeemedCount, planChanges }: WorkerModel,
  { plan, payments, paidOnApproval }: ProviderModel,
) {
  const reminders = sentEmails.filter(({ email }) => email === 'renewalReminder')
  const isYearly = (payment: { plan: PlanId }) => plans[payment.plan].period === 'year'
  if (!isYearly({ plan }) && planChanges.size === 0) {
    return expect(redeemedCount === 0 ? reminders : []).toEqual([])
  }
  const telling: readonly string[] = [
    'started',
    'resumed',
    'planChanged',
    'renewalReminder',
    // A gift whose payment was returned may have held a billing that is due.
    'suspended',
    'refunded',
  ]
  const renewals = payments.filter(
    ({ of, isReturned }, index) =>
      !isReturned &&
      ((planChanges.has(of) && !paidOnApproval.has(of)) ||
        payments.findIndex((payment) => payment.of === of) !== index),
  )
  for (const { at } of renewals.filter(isYearly)) {
    // A failed payment is retried for ten days.
    const isTold = sentEmails.some(
      (sent) =>
        telling.includes(sent.email) &&
        sent.at <= at &&
        at.getTime() - sent.at.getTime() <= 42 * day,
    )
    if (!isTold) throw new Error(`a payment that nobody was told of: ${at.toISOString()}`)
  }
  // Between two reminders there must be a payment.
  for (const [index, { email, at }] of sentEmails.entries()) {
    const before = sentEmails[index - 1]
    if (email !== 'renewalReminder' || before?.email !== 'renewalReminder') continue
    const isPaid = renewals.some((payment) => payment.at > before.at && payment.at <= at)
    if (!isPaid) throw new Error(`told twice: ${at.toISOString()}`)
  }
}

/** Money is counted from these: each payment that was kept once, with its price, and no other. */
function expectExactRecords(
  { transitions, record: { subscription } }: WorkerModel,
  { payments }: ProviderModel,
) {
  const ids = transitions.map(({ kind, key }) => `${kind} ${key}`)
  if (new Set(ids).size !== ids.length) throw new Error(`recorded twice: ${ids.join(', ')}`)
  const recorded = transitions.filter(({ amount }) => amount > 0)
  const describePayment = (plan: PlanId, at: Date) =>
    `${plan} ${plans[plan].minorUnits} ${at.toISOString()}`
  expect(recorded.map(({ plan, amount, at }) => `${plan} ${amount} ${at.toISOString()}`)).toEqual(
    payments
      .filter(({ isReturned }) => !isReturned)
      .map(({ plan, at }) => describePayment(plan, at)),
  )
  const count = (...kinds: readonly RecordedTransition['kind'][]) =>
    transitions.filter(({ kind }) => kinds.includes(kind)).length
  const isEnded = subscription?.state === 'ended'
  const isStopped = isEnded || subscription?.state === 'ending'
  // One that was cancelled may be bought again before it ends.
  expect(count('started')).toBeGreaterThanOrEqual(count('ended'))
  expect(count('paymentFailed')).toBeGreaterThanOrEqual(count('paymentRecovered'))
  expect(count('paused')).toBeGreaterThanOrEqual(count('resumed'))
  const last = transitions.findLast(({ kind }) =>
    ['cancelled', 'reactivated', 'ended', 'started'].includes(kind),
  )
  if (subscription) expect(['cancelled', 'ended'].includes(last!.kind)).toBe(isStopped)
}

function expectNoWrongBill({ record }: WorkerModel, { subscriptions, payments }: ProviderModel) {
  const running = [...subscriptions.values()].filter(({ status }) => status === 'ACTIVE')
  expect(running.length).toBeLessThanOrEqual(1)
  const { subscription } = record
  if (!subscription) return
  const desiredStatus = getDesiredStatus(subscription)
  if (desiredStatus && desiredStatus !== 'ACTIVE') expect(running).toEqual([])
  if ('stoppedAt' in subscription) {
    const after = payments.filter(
      ({ of, at, isReturned }) =>
        of === subscription.provider && at > subscription.stoppedAt && !isReturned,
    )
    expect(after).toEqual([])
  }
}
