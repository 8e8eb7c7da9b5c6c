/**
 * Ten thousand lives of a subscription: what readers and time do, with the provider's messages
 * shuffled and repeated, and everything that we do at the provider done late. Beside each life runs
 * the same one in a world where every message arrives at once and is heard once.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonths } from './month.ts'
import type { Letter } from './owed.ts'
import { type PlanId, plans } from './plan.ts'
import type { ProviderSubscription } from './provider-subscription.ts'
import { standing } from './standing.ts'
import { noSubscription, paymentGrace, type SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import { pauseMonths } from './subscription-steps.ts'
import { transition } from './subscription-transition.ts'
import { wantedAtProvider } from './wanted-and-due.ts'

const day = 24 * 60 * 60 * 1000

const periodEnd = (plan: PlanId, from: Date) =>
  addMonths(from, plans[plan].period === 'year' ? 12 : 1)

type Payment = { readonly of: string; readonly at: Date; isReturned: boolean }

/** A provider that bills by the period, tries a failed payment again after five days, three times. */
class Provider {
  readonly plan: PlanId
  readonly subscriptions = new Map<string, ProviderSubscription & { retryAt: Date | null }>()
  readonly payments: Payment[] = []
  /** Messages on their way: ids of what has changed. */
  readonly messages: string[] = []
  isCardGood = true

  constructor(plan: PlanId) {
    this.plan = plan
  }

  approve(now: Date) {
    const id = `I-${this.subscriptions.size + 1}`
    this.payments.push({ of: id, at: now, isReturned: false })
    this.put(id, {
      id,
      status: 'ACTIVE',
      nextBillingAt: periodEnd(this.plan, now),
      lastPaymentAt: now,
      failedPayments: 0,
      lastFailedAt: null,
      retryAt: null,
    })
  }

  private put(id: string, next: ProviderSubscription & { retryAt: Date | null }) {
    this.subscriptions.set(id, next)
    this.messages.push(id)
  }

  /** Bills what is due. */
  pass(now: Date) {
    for (const [id, subscription] of this.subscriptions) {
      if (subscription.status !== 'ACTIVE') continue
      const due = subscription.retryAt ?? subscription.nextBillingAt!
      if (due > now) continue
      if (this.isCardGood) {
        this.payments.push({ of: id, at: now, isReturned: false })
        this.put(id, {
          ...subscription,
          lastPaymentAt: now,
          nextBillingAt: periodEnd(this.plan, now),
          failedPayments: 0,
          retryAt: null,
        })
      } else {
        const failedPayments = subscription.failedPayments + 1
        this.put(id, {
          ...subscription,
          failedPayments,
          lastFailedAt: now,
          status: failedPayments === 3 ? 'SUSPENDED' : 'ACTIVE',
          retryAt: new Date(now.getTime() + 5 * day),
        })
      }
    }
  }

  /** As the operator or the reader does at the provider itself, or we over its API. */
  become(id: string, status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED') {
    const subscription = this.subscriptions.get(id)!
    const { status: before } = subscription
    if (before === status || before === 'CANCELLED') return
    this.put(id, { ...subscription, status })
  }
}

/** Our side: the record, and what the handlers and the clock do with it. */
class Edge {
  record: SubscriptionRecord = noSubscription
  readonly letters: { readonly letter: Letter; readonly at: Date }[] = []
  /** The free month that the reader has accepted. */
  freeMonth: { readonly provider: string; readonly from: Date; readonly until: Date } | null = null

  readonly provider: Provider

  constructor(provider: Provider) {
    this.provider = provider
  }

  take(event: SubscriptionEvent, now: Date) {
    const result = transition(this.record, event, now)
    if (!result.ok) return
    const { record, letters, refundPaymentOf, surplus } = result.value
    this.record = record
    const { subscription } = record
    if (event.kind === 'takeOffer' && subscription?.heldUntil) {
      this.freeMonth = { provider: subscription.provider, from: now, until: subscription.heldUntil }
    }
    this.letters.push(...letters.map((letter) => ({ letter, at: now })))
    if (refundPaymentOf) this.giveBack(refundPaymentOf.provider, refundPaymentOf.at)
    if (surplus) {
      this.provider.become(surplus.provider, 'CANCELLED')
      for (const payment of this.provider.payments) {
        if (payment.of === surplus.provider) payment.isReturned = true
      }
    }
  }

  private giveBack(of: string, at: Date) {
    const taken = this.provider.payments.find(
      (payment) => payment.of === of && payment.at.getTime() === at.getTime(),
    )
    taken!.isReturned = true
  }

  hear(id: string, now: Date) {
    const { subscriptions, plan } = this.provider
    this.take({ kind: 'observed', seen: subscriptions.get(id)!, plan }, now)
  }

  /** Every minute, in life. */
  tick(now: Date) {
    this.take({ kind: 'timePassed' }, now)
    const { subscription, isAligned } = this.record
    const wanted = wantedAtProvider(subscription)
    if (isAligned || !subscription || !wanted) return
    this.provider.become(subscription.provider, wanted)
    this.hear(subscription.provider, now)
  }
}

type Step =
  | { readonly do: 'subscribe' }
  | { readonly do: 'cancel' | 'takeOffer' | 'reactivate' }
  | { readonly do: 'pause'; readonly months: (typeof pauseMonths)[number] }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'card'; readonly isGood: boolean }
  | { readonly do: 'cancelThere' }

const stepsOf = (mostDays: number): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'subscribe' }) },
    { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'cancel' }, { do: 'takeOffer' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'reactivate' }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...pauseMonths).map((months): Step => ({ do: 'pause', months })),
    },
    {
      weight: 6,
      arbitrary: fc.integer({ min: 1, max: mostDays }).map((days): Step => ({ do: 'wait', days })),
    },
    { weight: 1, arbitrary: fc.boolean().map((isGood): Step => ({ do: 'card', isGood })) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'cancelThere' }) },
  )

/** How messages reach us: in which order, and how often. */
type Post = (messages: readonly string[]) => readonly string[]

function live(plan: PlanId, steps: readonly Step[], post: Post) {
  const provider = new Provider(plan)
  const edge = new Edge(provider)
  let now = new Date('2026-01-31T10:00:00Z')
  const settle = () => {
    // What we do at the provider makes messages in its turn.
    for (let round = 0; round < 6; round++) {
      for (const id of post(provider.messages.splice(0))) edge.hear(id, now)
      edge.tick(now)
      if (provider.messages.length === 0) break
    }
    if (provider.messages.length > 0) throw new Error('it never comes to rest')
  }
  const pass = (days: number) => {
    for (let passed = 0; passed < days; passed++) {
      now = new Date(now.getTime() + day)
      provider.pass(now)
      settle()
      expectAccessToBePaidFor(edge, provider, now)
      expectFreeMonthToBeKept(edge, provider, now)
    }
  }
  for (const taken of steps) {
    now = new Date(now.getTime() + 1000)
    switch (taken.do) {
      case 'subscribe':
        provider.approve(now)
        break
      case 'wait':
        pass(taken.days)
        break
      case 'card':
        provider.isCardGood = taken.isGood
        break
      case 'cancelThere': {
        const { subscription } = edge.record
        if (subscription) provider.become(subscription.provider, 'CANCELLED')
        break
      }
      case 'pause':
        edge.take({ kind: 'pause', months: taken.months }, now)
        break
      default:
        edge.take({ kind: taken.do }, now)
    }
    settle()
  }
  return { edge, provider, now }
}

/** Whoever reads has paid for it, or is within what we give; whoever has paid can read. */
function expectAccessToBePaidFor({ record }: Edge, provider: Provider, now: Date) {
  const { payments, plan } = provider
  const { subscription } = record
  if (!subscription) return
  const covers = ({ at, isReturned }: Payment) =>
    !isReturned && at <= now && now < new Date(periodEnd(plan, at).getTime() - day)
  const hasPaid = payments.some(covers)
  const { entitled } = standing(record, now)
  // Thrown and not expected: a million times over, expecting takes most of the time.
  if (hasPaid && subscription.state !== 'ended' && !entitled) throw new Error('paid, and shut out')
  if (!entitled || hasPaid) return
  const isWithinGrace =
    subscription.state === 'paymentFailed' &&
    now.getTime() < subscription.failedAt.getTime() + paymentGrace
  const { complimentaryUntil } = record
  const isFree = [subscription.heldUntil, complimentaryUntil].some((end) => end && now < end)
  const isLastDay = payments.some(
    ({ at, isReturned }) => !isReturned && now.getTime() <= periodEnd(plan, at).getTime() + day,
  )
  // The provider bills by the day.
  const isBeingBilled = provider.subscriptions.get(subscription.provider)!.nextBillingAt! <= now
  const isGiven = isWithinGrace || isFree || isLastDay
  if (!isGiven && !isBeingBilled && now >= subscription.paidThrough) {
    throw new Error('let in, and not paid')
  }
}

/** Whatever happens after the free month was accepted: access lasts until its end, and no payment is due in it. */
function expectFreeMonthToBeKept({ record, freeMonth }: Edge, { payments }: Provider, now: Date) {
  if (!freeMonth || now >= freeMonth.until) return
  if (!standing(record, now).entitled) throw new Error('shut out in the free month')
  const isBilled = payments.some(
    ({ of, at, isReturned }) => of === freeMonth.provider && at > freeMonth.from && !isReturned,
  )
  if (isBilled) throw new Error('billed in the free month')
}

const inOrder: Post = (messages) => messages

const history = (step: fc.Arbitrary<Step>) =>
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
  '%s ends alike however messages arrive, and nobody is billed twice or after leaving',
  (plan, mostDays, numRuns) => {
    fc.assert(
      fc.property(history(stepsOf(mostDays)), ({ steps, seed }) => {
        let drawn = 0
        const shuffled: Post = (messages) =>
          messages
            .flatMap((id) => {
              const { times, place } = seed[drawn++ % seed.length]!
              return Array.from({ length: times }, (_, copy) => ({ id, place: place * (copy + 1) }))
            })
            .sort((one, other) => one.place - other.place)
            .map(({ id }) => id)
        const plain = live(plan, steps, inOrder)
        const wild = live(plan, steps, shuffled)
        expect(wild.edge.record).toEqual(plain.edge.record)
        expect(wild.edge.letters).toEqual(plain.edge.letters)
        expect(wild.provider.payments).toEqual(plain.provider.payments)
        for (const { edge, provider } of [plain, wild]) {
          expectNoWrongBill(edge, provider)
          expectToldOfBilling(edge, provider)
        }
      }),
      { numRuns },
    )
  },
  300_000,
)

/** Whoever pays by the year hears of each payment in the weeks before it, and whoever by the month never. */
function expectToldOfBilling({ letters }: Edge, { plan, payments }: Provider) {
  const reminders = letters.filter(({ letter }) => letter === 'renewalReminder')
  if (plans[plan].period === 'month') return expect(reminders).toEqual([])
  const telling: readonly Letter[] = ['started', 'resumed', 'renewalReminder']
  const renewals = payments.filter(
    ({ of, isReturned }, index) =>
      !isReturned && payments.findIndex((payment) => payment.of === of) !== index,
  )
  for (const { at } of renewals) {
    // A payment that fails is tried again for ten days.
    const isTold = letters.some(
      (sent) =>
        telling.includes(sent.letter) &&
        sent.at <= at &&
        at.getTime() - sent.at.getTime() <= 42 * day,
    )
    if (!isTold) throw new Error(`a payment that nobody was told of: ${at.toISOString()}`)
  }
  // Between two of them something has happened.
  for (const [index, { letter, at }] of letters.entries()) {
    const before = letters[index - 1]
    if (letter !== 'renewalReminder' || before?.letter !== 'renewalReminder') continue
    const isPaid = renewals.some((payment) => payment.at > before.at && payment.at <= at)
    if (!isPaid) throw new Error(`told twice: ${at.toISOString()}`)
  }
}

function expectNoWrongBill({ record }: Edge, { subscriptions, payments }: Provider) {
  // Whoever is not being billed is not: there, as well as here.
  const running = [...subscriptions.values()].filter(({ status }) => status === 'ACTIVE')
  expect(running.length).toBeLessThanOrEqual(1)
  const { subscription } = record
  if (!subscription) return
  const wanted = wantedAtProvider(subscription)
  if (wanted && wanted !== 'ACTIVE') expect(running).toEqual([])
  if ('stoppedAt' in subscription) {
    const after = payments.filter(
      ({ of, at, isReturned }) =>
        of === subscription.provider && at > subscription.stoppedAt && !isReturned,
    )
    expect(after).toEqual([])
  }
}
