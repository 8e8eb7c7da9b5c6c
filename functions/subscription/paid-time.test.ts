/**
 * Random lives of a subscription with the fake PayPal, for each thing that PayPal may do with dates that passed during
 * a suspension. Money and access are counted from PayPal’s payments and the clock, never from the record’s own dates.
 * `npm run paid-time` lives 10,000 of each kind instead of 1,000.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { devEnvironment } from '../../scripts/dev/dev-environment.ts'
import { giftLengths } from '../../src/domain/gift/gift-length.ts'
import type { GiftTimeStatus } from '../../src/domain/gift/gift-transition.ts'
import { addMonths } from '../../src/domain/month.ts'
import { getDesiredStatus } from '../../src/domain/subscription/desired-status.ts'
import { type PlanKind, planKinds } from '../../src/domain/subscription/offer.ts'
import { listUpcoming } from '../../src/domain/subscription/outlook.ts'
import { getPlanPrice, type PlanId } from '../../src/domain/subscription/plan.ts'
import { type PauseMonths, pauseMonths } from '../../src/domain/subscription/subscription-steps.ts'
import { day, isYearly, PaidTimeWorld } from './testing/paid-time-world.ts'

type Step =
  | { readonly do: 'subscribe' | 'cancel' | 'acceptOffer' | 'reactivate' | 'cancelThere' }
  | { readonly do: 'pause'; readonly months: PauseMonths }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'card'; readonly isGood: boolean }
  | { readonly do: 'redeem'; readonly months: (typeof giftLengths)[number] }
  | { readonly do: 'changeGift'; readonly gift: number; readonly status: GiftTimeStatus }
  | { readonly do: 'changePlan'; readonly kind: PlanKind; readonly delay: number }
  | { readonly do: 'outage'; readonly days: number }
  | { readonly do: 'refund' }
  | { readonly do: 'dispute'; readonly isWon: boolean; readonly days: number }

const step = <Kind extends Step['do']>(kind: Kind) => fc.constant({ do: kind } as const)

const commonSteps = (maxDays: number): fc.WeightedArbitrary<Step>[] => [
  { weight: 3, arbitrary: step('subscribe') as fc.Arbitrary<Step> },
  { weight: 3, arbitrary: step('cancel') as fc.Arbitrary<Step> },
  { weight: 4, arbitrary: step('reactivate') as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: step('acceptOffer') as fc.Arbitrary<Step> },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...pauseMonths).map((months): Step => ({ do: 'pause', months })),
  },
  {
    weight: 8,
    arbitrary: fc.integer({ min: 1, max: maxDays }).map((days): Step => ({ do: 'wait', days })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...giftLengths).map((months): Step => ({ do: 'redeem', months })),
  },
]

const unusualSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 1, arbitrary: fc.boolean().map((isGood): Step => ({ do: 'card', isGood })) },
  { weight: 1, arbitrary: step('cancelThere') as fc.Arbitrary<Step> },
  {
    weight: 2,
    arbitrary: fc
      .record({
        gift: fc.nat({ max: 2 }),
        status: fc.constantFrom<GiftTimeStatus>('valid', 'suspended', 'void'),
      })
      .map((change): Step => ({ do: 'changeGift', ...change })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ kind: fc.constantFrom(...planKinds), delay: fc.constantFrom(0, 0, 0, 1, 3) })
      .map((change): Step => ({ do: 'changePlan', ...change })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((days): Step => ({ do: 'outage', days })),
  },
  { weight: 1, arbitrary: step('refund') as fc.Arbitrary<Step> },
  {
    weight: 1,
    arbitrary: fc
      .record({ isWon: fc.boolean(), days: fc.integer({ min: 1, max: 40 }) })
      .map((dispute): Step => ({ do: 'dispute', ...dispute })),
  },
]

/** Days of January in which months of every length follow. */
const startArbitrary = fc
  .integer({ min: 0, max: 365 * 4 * 24 })
  .map((hours) => new Date(Date.UTC(2027, 0, 1, 0, 30) + hours * 60 * 60 * 1000))

type GivenTime = {
  readonly months: number
  readonly since: Date
  /** In milliseconds. */
  readonly usedAtMost: number
}

/** Adds what can be counted independently of the record while a life runs. */
class Account {
  /** Months given, and calendar days of grace and delays that may be used besides. */
  givenMonths = 0
  graceDays = 0
  delays = 0
  /** Milliseconds of access before a payment was returned. */
  returnedTime = 0
  gifts = new Map<string, GivenTime>()
  isPlain = true
  promise: { readonly at: Date; readonly minorUnits: number } | null = null
  private readonly knownPayments = new Set<string>()
  private wasFailing = false

  readonly world: PaidTimeWorld

  constructor(world: PaidTimeWorld) {
    this.world = world
    world.onStep = () => this.check()
  }

  /** The outlook that a page would show the reader now. */
  readPromise() {
    this.promise = this.world.nextPayment
    for (const { id } of this.world.listKept()) this.knownPayments.add(id)
  }

  private check() {
    const { world } = this
    const running = world.listRunning()
    const { subscription } = world.record
    if (world.isPayPalAvailable && running.length > 1)
      throw new Error('two subscriptions run at PayPal')
    const desired = getDesiredStatus(world.record)
    if (world.isPayPalAvailable && desired && desired !== 'ACTIVE' && running.length > 0)
      throw new Error(`PayPal is active, and ${desired} is wanted`)
    const isLate = world.nextPayment !== null && world.nextPayment.at < world.now
    const isFailing = isLate || subscription?.state === 'paymentFailed'
    if (isFailing && !this.wasFailing) this.graceDays += 7
    this.wasFailing = isFailing
    const delays = subscription?.used.filter(({ source }) => source === 'delay').length ?? 0
    if (delays > 0) this.delays = Math.max(this.delays, delays)
    this.checkPromise()
  }

  /** No charge is higher or earlier than promised. PayPal’s day may differ by two from an uncorrected one. */
  private checkPromise() {
    const { world } = this
    // A mistaken charge is refunded as soon as PayPal can be reached.
    if (!world.isPayPalAvailable) return
    for (const { id, at, kept, plan } of world.listKept()) {
      if (this.knownPayments.has(id)) continue
      this.knownPayments.add(id)
      if (kept === 0) continue
      const { promise } = this
      const isShared = promise !== null && promise.minorUnits < getPlanPrice(plan).minorUnits
      if (!promise)
        throw new Error(`charged ${kept} on ${at.toISOString()}, and nothing was planned`)
      if (at.getTime() < promise.at.getTime() - 2 * day)
        throw new Error(`charged on ${at.toISOString()}, promised for ${promise.at.toISOString()}`)
      if (isShared && kept > promise.minorUnits)
        throw new Error(`charged ${kept}, promised ${promise.minorUnits}`)
      if (kept > getPlanPrice(plan).minorUnits) throw new Error(`charged ${kept} for ${plan}`)
    }
    this.promise = world.nextPayment
  }

  addGift(gift: string, months: number) {
    const { now } = this.world
    this.gifts.set(gift, { months, since: now, usedAtMost: Number.POSITIVE_INFINITY })
  }

  /** Of a gift that was refunded, at most the time since its redemption was used. */
  changeGift(gift: string, status: GiftTimeStatus) {
    const given = this.gifts.get(gift)!
    const { now } = this.world
    const time = now.getTime() - given.since.getTime()
    this.gifts.set(gift, {
      ...given,
      usedAtMost: status === 'valid' ? Number.POSITIVE_INFINITY : time,
    })
  }

  /** What is used of a payment before it's returned. */
  countReturned(paidAt: Date) {
    this.returnedTime += this.world.now.getTime() - paidAt.getTime()
  }

  /** Milliseconds of access that were paid for or given, at most. */
  get allowedTime(): number {
    const { world } = this
    const paid = world.listKept().reduce((sum, { plan, at, kept }) => {
      const months = isYearly(plan) ? 12 : 1
      const whole = addMonths(at, months).getTime() - at.getTime()
      return sum + (whole * kept) / getPlanPrice(plan).minorUnits
    }, 0)
    const gifts = [...this.gifts.values()].reduce(
      (sum, { months, usedAtMost }) => sum + Math.min(months * 31 * day, usedAtMost),
      0,
    )
    const given = (this.givenMonths + this.delays) * 31 * day + gifts
    // PayPal’s hour, activations two days early, and the steps in which access is counted.
    const payments = world.listKept().length
    return paid + given + this.returnedTime + this.graceDays * day + (3 + payments) * day
  }
}

function live(world: PaidTimeWorld, steps: readonly Step[], plan: PlanId): Account {
  const account = new Account(world)
  const gifts: string[] = []
  for (const one of steps) {
    world.now = new Date(world.now.getTime() + 1000)
    account.readPromise()
    switch (one.do) {
      case 'subscribe': {
        const before = world.listKept().length
        world.subscribe(plan)
        if (world.listKept().length > before) account.readPromise()
        break
      }
      case 'wait':
        world.wait(one.days)
        break
      case 'card':
        if (!one.isGood) account.isPlain = false
        for (const { id } of world.ledger.list()) world.ledger.setDeclining(id, !one.isGood)
        break
      case 'cancelThere': {
        const { subscription } = world.record
        if (subscription) world.ledger.cancel(subscription.provider)
        break
      }
      case 'redeem': {
        const gift = world.redeem(one.months)
        const isKnown = world.record.bank.some(({ id }) => id === gift)
        if (isKnown) account.addGift(gift, one.months)
        gifts.push(gift)
        break
      }
      case 'changeGift': {
        const gift = gifts[one.gift]
        if (!gift) break
        account.isPlain = false
        if (world.apply({ kind: 'giftChanged', gift, status: one.status }) === null)
          account.changeGift(gift, one.status)
        break
      }
      case 'changePlan': {
        account.isPlain = false
        const id = world.startPlanChange(one.kind)
        if (!id) break
        if (one.delay > 0) world.wait(one.delay)
        // PayPal forgets what isn’t approved within hours; a longer delay is worse than any real one.
        world.approve(id)
        account.readPromise()
        break
      }
      case 'outage':
        account.isPlain = false
        world.outageUntil = new Date(world.now.getTime() + one.days * day)
        break
      case 'refund': {
        const { subscription } = world.record
        const paymentAt = subscription?.lastPaymentAt
        if (!subscription || !paymentAt) break
        account.isPlain = false
        const payment = world.ledger
          .paymentsOf(subscription.provider, paymentAt, paymentAt)
          .find(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED')
        if (!payment || !world.ledger.refund(payment.id).ok) break
        account.countReturned(paymentAt)
        world.apply({ kind: 'refunded', provider: subscription.provider, paymentAt })
        break
      }
      case 'dispute': {
        const { subscription } = world.record
        const paymentAt = subscription?.lastPaymentAt
        if (!subscription || !paymentAt || subscription.state === 'ended') break
        account.isPlain = false
        const { provider } = subscription
        account.countReturned(paymentAt)
        world.apply({ kind: 'disputed', provider })
        world.settle()
        world.wait(one.days)
        if (one.isWon) world.apply({ kind: 'disputeWon', provider })
        else {
          const [payment] = world.ledger.paymentsOf(provider, paymentAt, paymentAt)
          if (payment) world.ledger.refund(payment.id)
          world.apply({ kind: 'refunded', provider, paymentAt })
        }
        break
      }
      case 'acceptOffer':
        if (world.apply({ kind: 'acceptOffer' }) === null) account.givenMonths++
        break
      case 'pause':
        world.apply({ kind: 'pause', months: one.months })
        break
      case 'cancel':
      case 'reactivate':
        world.apply({ kind: one.do })
    }
    world.settle()
    account.readPromise()
    if (world.unpaidDays > 0)
      throw new Error(`${world.unpaidDays} days of access aren’t explained after “${one.do}”`)
  }
  return account
}

/** Cancels, and lets all time run out. */
function finish({ world }: Account) {
  world.outageUntil = world.now
  world.settle()
  world.apply({ kind: 'cancel' })
  for (let step = 0; step < 40 && world.isOpen; step++) world.wait(60)
}

const numRuns = Number(devEnvironment.PAID_TIME_LIVES)

const behaviours = [
  ['PayPal skips a date that passed during a suspension', 'skip'],
  ['PayPal charges such a date on activation', 'charge'],
] as const

const lives: [plan: PlanId, maxDays: number][] = [
  ['monthly_13', 40],
  ['annual_99', 150],
]

describe.each(behaviours)('if %s', (_, missedDates) => {
  describe.each(lives)('a life on %s', (plan, maxDays) => {
    const world = fc.record({ start: startArbitrary, staleDates: fc.constantFrom(0, 2, 30) })
    const createWorld = ({ start, staleDates }: { start: Date; staleDates: number }) =>
      new PaidTimeWorld(start, { missedDates, staleDates: staleDates * 60 * 60 * 1000 })
    const steps = (...arbitraries: fc.WeightedArbitrary<Step>[]) =>
      fc.array(fc.oneof(...arbitraries), { minLength: 2, maxLength: 12 })

    it('has no day of access that wasn’t paid for or given, and no charge that wasn’t promised', () => {
      const all = steps(...commonSteps(maxDays), ...unusualSteps)
      fc.assert(
        fc.property(world, all, (setting, chosen) => {
          const account = live(createWorld(setting), [{ do: 'subscribe' }, ...chosen], plan)
          finish(account)
          const { world: lived, allowedTime } = account
          const days = (time: number) => Math.round((time / day) * 10) / 10
          if (lived.accessTime > allowedTime)
            throw new Error(
              `${days(lived.accessTime)} days of access, ${days(allowedTime)} allowed`,
            )
        }),
        { numRuns },
      )
    })

    it('has every day that was paid for or given, if no payment fails or is returned', () => {
      fc.assert(
        fc.property(world, steps(...commonSteps(maxDays)), (setting, chosen) => {
          const account = live(createWorld(setting), [{ do: 'subscribe' }, ...chosen], plan)
          finish(account)
          const { world: lived, givenMonths } = account
          const gifts = [...account.gifts.values()].reduce((sum, { months }) => sum + months, 0)
          const paid = lived.listKept().reduce((sum, { plan: of, at, kept }) => {
            const whole = addMonths(at, isYearly(of) ? 12 : 1).getTime() - at.getTime()
            return sum + (whole * kept) / getPlanPrice(of).minorUnits
          }, 0)
          const months = gifts + givenMonths
          // A month from the bank may be a February; a payment may be counted from PayPal’s earlier hour.
          const least = paid + months * 28 * day - (4 + lived.listKept().length) * day
          expect(lived.accessTime).toBeGreaterThanOrEqual(least)
        }),
        { numRuns },
      )
    })

    it('shows as the first payment to come what is promised', () => {
      fc.assert(
        fc.property(world, steps(...commonSteps(maxDays)), (setting, chosen) => {
          const { world: lived } = live(
            createWorld(setting),
            [{ do: 'subscribe' }, ...chosen],
            plan,
          )
          const { nextPayment } = lived
          const horizon = addMonths(lived.now, 12)
          const first = listUpcoming(lived.record, lived.now).find(({ kind }) => kind === 'payment')
          const isWithin = nextPayment !== null && nextPayment.at <= horizon
          expect(first?.at).toEqual(
            isWithin
              ? new Date(Math.max(nextPayment.at.getTime(), lived.now.getTime()))
              : undefined,
          )
          if (isWithin) expect(first?.minorUnits).toBe(nextPayment.minorUnits)
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      )
    })
  })
})
