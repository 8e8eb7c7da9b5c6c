/**
 * A year of a small publication with every kind of event. What each payment and refund is for is told to the model as it
 * happens. The days between events are drawn, the same in each run.
 */
import { expect } from 'vitest'
import type { GiftLength } from '../../../src/domain/gift/gift-length.ts'
import { addCredit } from '../../referral/testing/referral-scenario.ts'
import { createRandom } from '../../testing/create-random.ts'
import { unwrap } from '../../testing/unwrap.ts'
import type { BooksHarness, Person } from './books-harness.ts'
import type { YearModel } from './year-model.ts'

const plans = {
  monthly: { plan: 'monthly_13', months: 1 },
  annual: { plan: 'annual_99', months: 12 },
} as const
type PlanKind = keyof typeof plans

class YearOfReaders {
  private readonly random = createRandom(20_26)
  private readonly subscriptions = new Map<string, { kind: PlanKind; isReplacement: boolean }>()
  readonly year: BooksHarness
  readonly model: YearModel

  constructor(year: BooksHarness, model: YearModel) {
    this.year = year
    this.model = model
  }

  /** A few more days than that. */
  readonly passSomeDays = (atLeast: number) =>
    this.year.passDays(atLeast + Math.floor(this.random() * 4))

  async subscribe(person: Person, kind: PlanKind, isReplacement = false) {
    await this.year.subscribe(person, kind, isReplacement ? { isPlanChange: true } : {})
    this.subscriptions.set(person.provider, { kind, isReplacement })
  }

  async buyGift(buyer: Person, length: GiftLength) {
    const id = await this.year.buyGift(buyer, length)
    const capture = await this.year.findCapture(id)
    const plan = `gift_${length}`
    this.model.payments.set(capture, { plan, kind: 'giftBought', months: length })
    return { id, capture }
  }

  async redeem(person: Person, gift: { readonly id: string; readonly capture: string }) {
    await this.year.redeem(person, gift.id)
    this.model.payments.get(gift.capture)!.redeemedAt = this.year.now
    await this.year.settle()
  }

  readonly findLastPayment = (person: Person) => this.year.listPayments(person).at(-1)!.id

  readonly markUndue = (payment: string) =>
    this.model.payments.set(payment, { plan: '', kind: 'undue', months: 0 })

  /** The first payment starts a subscription, unless it replaces another; the others renew it. */
  describePayments() {
    const { ledger, now } = this.year
    for (const [payPalSubscription, { kind, isReplacement }] of this.subscriptions) {
      const due = ledger
        .paymentsOf(payPalSubscription, new Date(0), now)
        .filter(({ id, status }) => status !== 'DECLINED' && !this.model.payments.has(id))
      for (const [index, { id }] of due.entries()) {
        const isFirst = index === 0 && !isReplacement
        this.model.payments.set(id, { ...plans[kind], kind: isFirst ? 'started' : 'renewed' })
      }
    }
  }

  /** Returns the payments of which a part was returned, oldest first. */
  listReturned(person: Person) {
    return this.year
      .listPayments(person)
      .filter(({ id }) => this.year.ledger.listRefunds(id).length > 0)
      .map(({ id }) => id)
  }
}

export async function liveYear(year: BooksHarness, model: YearModel): Promise<void> {
  const life = new YearOfReaders(year, model)
  const { ledger } = year
  const add = (uid: string, country: string) => year.addReader(uid, country)
  await year.settle(1)
  await year.passDays(2)

  // January: everybody subscribes. PayPal doesn't know the country of one.
  const [asha, bina, lena] = [
    await add('asha', 'US'),
    await add('bina', 'GB'),
    await add('lena', 'DE'),
  ]
  await life.subscribe(asha, 'monthly')
  await life.subscribe(bina, 'annual')
  await life.subscribe(lena, 'annual')
  await life.passSomeDays(2)
  const [chen, dev, eva] = [await add('chen', 'IN'), await add('dev', 'US'), await add('eva', 'DE')]
  for (const person of [chen, dev, eva]) await life.subscribe(person, 'monthly')
  await life.passSomeDays(5)
  const [farid, gita, hari] = [
    await add('farid', 'LK'),
    await add('gita', ''),
    await add('hari', 'GB'),
  ]
  await life.subscribe(gita, 'annual')
  const [ines, jon, kavi] = [
    await add('ines', 'US'),
    await add('jon', 'IN'),
    await add('kavi', 'LK'),
  ]
  for (const person of [farid, hari, ines, jon, kavi]) await life.subscribe(person, 'monthly')

  // Two approvals in two windows: the second subscription is one too many.
  const omar = await add('omar', 'IN')
  const second = await year.startCheckout(omar, 'monthly')
  await life.subscribe(omar, 'monthly')
  unwrap(ledger.approve(second, year.toPayer(omar)))
  await year.settle()
  life.markUndue(ledger.paymentsOf(second, new Date(0), year.now)[0]!.id)

  // Gifts: redeemed by a reader without a subscription, refunded, never redeemed, disputed, and for a subscriber.
  const quick = await life.buyGift(asha, 3)
  const returned = await life.buyGift(bina, 6)
  await life.buyGift(chen, 12)
  const disputed = await life.buyGift(dev, 6)
  const shared = await life.buyGift(hari, 3)
  await life.passSomeDays(4)
  await life.redeem(await add('mira', 'US'), quick)
  unwrap(ledger.refund(returned.capture))
  await life.passSomeDays(10)
  await life.redeem(lena, shared)

  // February: a free month, a refund of a whole year, a disputed gift.
  await year.step(chen, 'acceptOffer')
  await life.passSomeDays(10)
  unwrap(ledger.refund(life.findLastPayment(bina)))
  ledger.dispute(disputed.capture, null)
  unwrap(ledger.setDeclining(dev.provider, true))
  await life.passSomeDays(12)
  ledger.dispute(disputed.capture, 'won')

  // March: a payment fails and is paid at the second retry. An operator refunds a part in PayPal, and says why.
  const part = unwrap(ledger.refund(life.findLastPayment(asha), { value: '4.00' }))
  await life.passSomeDays(8)
  unwrap(ledger.setDeclining(dev.provider, false))
  await life.passSomeDays(6)
  const open = await year.readOpenPoints()
  expect(open.movements.map(({ id }) => id)).toEqual([part.id])
  expect(open.nextStep).toContain(part.id)
  expect(await year.explain(part.id, 'Goodwill')).toBe(204)

  // April: a payment is pending for days.
  unwrap(ledger.setSlow(jon.provider, true))
  const findPending = () => year.listPayments(jon).find(({ status }) => status === 'PENDING')
  while (!findPending()) await year.passDay()
  await year.passDays(3)
  unwrap(ledger.complete(findPending()!.id, true))
  unwrap(ledger.setSlow(jon.provider, false))
  await life.passSomeDays(12)

  // May: a pause, another plan, credit. A reader redeems the gift that was disputed.
  await year.step(eva, 'pause', { months: 2 })
  await life.subscribe(farid, 'annual', true)
  await addCredit(year.worker, 2000, ines.uid)
  await life.redeem(hari, disputed)
  await life.passSomeDays(35)

  // June: PayPal charges before the date. That payment isn't due.
  unwrap(ledger.billSubscription(jon.provider, true))
  life.markUndue(life.findLastPayment(jon))
  await life.passSomeDays(20)

  // July: a lost dispute, one that is won, and a payment that a bank takes back.
  ledger.dispute(life.findLastPayment(gita), null)
  ledger.dispute(life.findLastPayment(omar), null)
  await life.passSomeDays(15)
  ledger.dispute(life.findLastPayment(gita), 'lost')
  ledger.dispute(life.findLastPayment(omar), 'won')
  await life.passSomeDays(15)
  unwrap(ledger.reverse(life.findLastPayment(chen)))
  await life.passSomeDays(5)

  // August: an account is deleted.
  await year.deleteAccount(kavi)
  await life.passSomeDays(40)

  // October: a cancellation that runs out, and a return after a refund.
  await year.step(ines, 'cancel', { reason: 'price' })
  await life.passSomeDays(20)
  await life.subscribe(bina, 'monthly')

  // Until January, when the share of the next yearly payment is returned.
  while (year.now < new Date('2027-01-12')) await year.passDay()
  await year.settle(4)
  life.describePayments()
  const [whole, rest] = life.listReturned(ines)
  model.returned.set(whole!, { credit: 1399 })
  model.returned.set(rest!, { credit: 601 })
  model.returned.set(life.listReturned(lena)[0]!, { share: 2475 })
}
