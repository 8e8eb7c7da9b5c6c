/** Runs a life, and counts money and access independently of the record. */
import { day } from '../../../src/domain/duration.ts'
import type { GiftTimeStatus } from '../../../src/domain/gift/gift-transition.ts'
import { getDesiredStatus } from '../../../src/domain/subscription/desired-status.ts'
import type { PlanKind } from '../../../src/domain/subscription/offer.ts'
import { getPeriodEnd, getPlanPrice, type PlanId } from '../../../src/domain/subscription/plan.ts'
import type { PauseMonths } from '../../../src/domain/subscription/subscription-steps.ts'
import { retentionOffer } from '../../../src/publication/offer.ts'
import type { KeptPayment } from './paid-time-paypal.ts'
import { getPromisedPayment, type PaidTimeWorld } from './paid-time-world.ts'

type GivenTime = {
  readonly months: number
  readonly since: Date
  /** In milliseconds. */
  readonly usedAtMost: number
}

/** Milliseconds before a due date within which a payment counts for it. */
const maxEarliness = 2 * day

/** Milliseconds after a due date within which a payment counts for it. */
const maxLateness = 28 * day

/** Returns the maximum time in milliseconds for which the kept part of a payment pays. */
function countPaid({ plan, at, kept }: KeptPayment): number {
  // An early payment pays until the end of the next period, which may be a longer month.
  const dueAt = new Date(at.getTime() + maxEarliness)
  const ends = [at, dueAt].map((from) => getPeriodEnd(plan, from).getTime())
  return ((Math.max(...ends) - at.getTime()) * kept) / getPlanPrice(plan).minorUnits
}

/** Adds up what can be counted independently of the record while a life runs. */
export class Account {
  /** Months granted, and calendar days of grace and delays that may be used in addition. */
  givenMonths = 0
  graceDays = 0
  delays = 0
  /** Milliseconds of access used before a payment was returned. */
  returnedTime = 0
  gifts = new Map<string, GivenTime>()
  /** The last state in which the reader was shown the next payment. */
  private shown: Pick<PaidTimeWorld, 'record' | 'now'> | null = null
  private readonly knownPayments = new Set<string>()
  private wasFailing = false
  private failingSince: Date | null = null

  readonly world: PaidTimeWorld

  constructor(world: PaidTimeWorld) {
    this.world = world
    world.onStep = () => this.check()
  }

  /** Returns the outlook that a page would show the reader now. */
  readPromise() {
    const { record, now } = this.world
    this.shown = { record, now }
    for (const { id } of this.world.payPal.listKept()) this.knownPayments.add(id)
  }

  private check() {
    const { world } = this
    const running = world.payPal.listRunning()
    const { subscription } = world.record
    if (world.isPayPalAvailable && running.length > 1)
      throw new Error('two subscriptions run at PayPal')
    const desired = getDesiredStatus(world.record)
    if (world.isPayPalAvailable && desired && desired !== 'ACTIVE' && running.length > 0)
      throw new Error(`PayPal is active, and ${desired} is wanted`)
    const isLate = world.nextPayment !== null && world.nextPayment.at < world.now
    const isFailing = isLate || subscription?.state === 'paymentFailed'
    if (isFailing && !this.wasFailing) {
      this.graceDays += 7
      this.failingSince = world.now
    }
    this.wasFailing = isFailing
    const delays = subscription?.used.filter(({ source }) => source === 'delay').length ?? 0
    if (delays > 0) this.delays = Math.max(this.delays, delays)
    // A mistaken charge is refunded as soon as PayPal is available.
    if (!world.isPayPalAvailable) return
    this.checkCharges(this.shown && getPromisedPayment(this.shown))
    this.shown = { record: world.record, now: world.now }
  }

  /**
   * Checks that no charge exceeds or precedes the promise. PayPal's date may differ from an uncorrected one by 2 days.
   */
  private checkCharges(promise: ReturnType<typeof getPromisedPayment>) {
    for (const { id, at, kept, plan } of this.world.payPal.listKept()) {
      if (this.knownPayments.has(id)) continue
      this.knownPayments.add(id)
      if (kept === 0) continue
      const price = getPlanPrice(plan).minorUnits
      if (!promise)
        throw new Error(`charged ${kept} on ${at.toISOString()}, and nothing was planned`)
      if (at.getTime() < promise.at.getTime() - 2 * day)
        throw new Error(`charged on ${at.toISOString()}, promised for ${promise.at.toISOString()}`)
      if (kept > Math.min(promise.minorUnits, price))
        throw new Error(`charged ${kept} for ${plan}, promised ${promise.minorUnits}`)
    }
  }

  addGift(months: number) {
    const id = this.world.redeem(months)
    const given = { months, since: this.world.now, usedAtMost: Infinity }
    if (this.world.record.bank.some((entry) => entry.id === id)) this.gifts.set(id, given)
  }

  /** A refunded gift was used at most for the time since it was redeemed. */
  changeGift(gift: string, status: GiftTimeStatus) {
    if (this.world.apply({ kind: 'giftChanged', gift, status }) !== null) return
    const given = this.gifts.get(gift)!
    const time = this.world.now.getTime() - given.since.getTime()
    this.gifts.set(gift, { ...given, usedAtMost: status === 'valid' ? Infinity : time })
  }

  /**
   * Returns the milliseconds of a payment used until now, at most what it has paid for. A late payment pays for the
   * time since its due date.
   */
  countUsed(paidAt: Date): number {
    const { failingSince: since, world } = this
    const isLate = since !== null && since < paidAt && +paidAt - +since <= maxLateness
    const used = world.now.getTime() - (isLate ? since : paidAt).getTime()
    const payment = world.payPal.listKept().find(({ at }) => +at === +paidAt)
    return payment ? Math.min(used, countPaid(payment)) : 0
  }

  /** Returns the maximum milliseconds of access that were paid for or granted. */
  get allowedTime(): number {
    const { world } = this
    const paid = world.payPal.listKept().reduce((sum, payment) => sum + countPaid(payment), 0)
    const gifts = [...this.gifts.values()].reduce(
      (sum, { months, usedAtMost }) => sum + Math.min(months * 31 * day, usedAtMost),
      0,
    )
    const given = (this.givenMonths + this.delays) * 31 * day + gifts
    // Tolerance in days: PayPal charges at a fixed hour, up to a day later each time; activations may be two days early.
    const payments = world.payPal.listKept().length
    return paid + given + this.returnedTime + this.graceDays * day + (3 + payments) * day
  }
}

function fixPayment(world: PaidTimeWorld, fix: string) {
  if (fix === 'none') return
  if (fix === 'secondRetry') {
    world.retryPayment()
    world.wait(1)
  }
  world.payPal.setCard(true)
  if (fix !== 'card') world.retryPayment()
  // Waits for PayPal's next attempt.
  world.wait(fix === 'card' ? 6 : 1)
}

/** PayPal returns the current payment immediately, or after a dispute of some days that was won or lost. */
function returnPayment(account: Account, dispute = '', days = 0) {
  const { world } = account
  const { ledger } = world.payPal
  const { subscription } = world.record
  const paymentAt = subscription?.lastPaymentAt
  if (!subscription || !paymentAt || (dispute && subscription.state === 'ended')) return
  const { provider } = subscription
  const used = account.countUsed(paymentAt)
  const isKept = ({ status }: { status: string }) => status !== 'REFUNDED' && status !== 'DECLINED'
  const payment = ledger.paymentsOf(provider, paymentAt, paymentAt).find(isKept)
  if (dispute) {
    world.apply({ kind: 'disputed', provider, dispute: 'D1' })
    world.settle()
    world.wait(days)
  }
  const isWon = dispute === 'won'
  const isReturned = !isWon && payment !== undefined && ledger.refund(payment.id).ok
  if (dispute || isReturned) account.returnedTime += used
  if (isWon) world.apply({ kind: 'disputeWon', provider, dispute: 'D1' })
  else if (dispute || isReturned) world.apply({ kind: 'refunded', provider, paymentAt })
}

function takeStep(account: Account, step: string, plan: PlanId) {
  const { world } = account
  const { payPal, record } = world
  const [kind, first = '', second = ''] = step.split(' ')
  const count = Number(first)
  switch (kind) {
    case 'subscribe': {
      const before = payPal.listKept().length
      world.subscribe(plan)
      if (payPal.listKept().length > before) account.readPromise()
      return
    }
    case 'wait':
      return world.wait(count)
    case 'waitUntilDue':
      return world.waitUntilDue(count)
    case 'card':
      return payPal.setCard(first === 'good')
    case 'fail':
      payPal.setCard(false)
      world.waitUntilDue(count)
      return fixPayment(world, second)
    case 'retry':
      return world.retryPayment()
    case 'cancelThere':
      if (record.subscription) payPal.ledger.cancel(record.subscription.provider)
      return
    case 'redeem':
      return account.addGift(count)
    case 'changeGift':
      return account.changeGift(`gift-${first}`, second as GiftTimeStatus)
    case 'changePlan': {
      const id = world.startPlanChange(first as PlanKind)
      if (!id) return
      if (second !== '0') world.wait(Number(second))
      // PayPal deletes unapproved plans within hours, so a longer delay would be unrealistic.
      payPal.approve(id)
      return account.readPromise()
    }
    case 'outage':
      world.outageUntil = new Date(world.now.getTime() + count * day)
      return
    case 'refund':
      return returnPayment(account)
    case 'dispute':
      return returnPayment(account, first, Number(second))
    case 'acceptOffer':
      if (world.apply({ kind }) === null) account.givenMonths += retentionOffer.months
      return
    case 'pause':
      return world.apply({ kind, months: count as PauseMonths })
    case 'cancel':
    case 'reactivate':
      return world.apply({ kind })
    default:
      throw new Error(step)
  }
}

export function live(world: PaidTimeWorld, steps: readonly string[], plan: PlanId): Account {
  const account = new Account(world)
  for (const step of steps) {
    world.now = new Date(world.now.getTime() + 1000)
    account.readPromise()
    takeStep(account, step, plan)
    world.settle()
    account.readPromise()
    if (world.unpaidDays > 0)
      throw new Error(`${world.unpaidDays} days of access aren’t explained after “${step}”`)
  }
  return account
}

/** Cancels, and passes the time until access has ended. */
export function finish({ world }: Account) {
  world.outageUntil = world.now
  world.settle()
  world.apply({ kind: 'cancel' })
  for (let step = 0; step < 40 && world.isOpen; step++) world.wait(60)
}
