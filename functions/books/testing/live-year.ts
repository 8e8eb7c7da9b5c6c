/**
 * A year of a small publication with every kind of event. The gaps between events are random, but the same in each run.
 */
import { expect } from 'vitest'
import { addCredit } from '../../referral/testing/referral-scenario.ts'
import { createRandom } from '../../testing/create-random.ts'
import { unwrap } from '../../testing/unwrap.ts'
import type { BooksHarness, Person } from './books-harness.ts'

export async function liveYear(year: BooksHarness): Promise<void> {
  const { ledger } = year
  const random = createRandom(20_26)
  /** Passes at least this many days, and up to three more. */
  const passSomeDays = (atLeast: number) => year.passDays(atLeast + Math.floor(random() * 4))
  const add = (uid: string, country: string) => year.addReader(uid, country)
  const findLastPayment = (person: Person) => year.listPayments(person).at(-1)!.id
  async function redeem(person: Person, gift: string) {
    await year.redeem(person, gift)
    await year.settle()
  }
  await year.settle(1)
  await year.passDays(2)

  // January: everybody subscribes. PayPal reports no country for one of them.
  const [asha, bina, lena] = [
    await add('asha', 'US'),
    await add('bina', 'GB'),
    await add('lena', 'DE'),
  ]
  await year.subscribe(asha, 'monthly')
  await year.subscribe(bina, 'annual')
  await year.subscribe(lena, 'annual')
  await passSomeDays(2)
  const [chen, dev, eva] = [await add('chen', 'IN'), await add('dev', 'US'), await add('eva', 'DE')]
  for (const person of [chen, dev, eva]) await year.subscribe(person, 'monthly')
  await passSomeDays(5)
  const [farid, gita, hari] = [
    await add('farid', 'LK'),
    await add('gita', ''),
    await add('hari', 'GB'),
  ]
  await year.subscribe(gita, 'annual')
  const [ines, jon, kavi] = [
    await add('ines', 'US'),
    await add('jon', 'IN'),
    await add('kavi', 'LK'),
  ]
  for (const person of [farid, hari, ines, jon, kavi]) await year.subscribe(person, 'monthly')

  // The reader approves twice in two windows, which makes the second subscription surplus.
  const omar = await add('omar', 'IN')
  const second = await year.startCheckout(omar, 'monthly')
  await year.subscribe(omar, 'monthly')
  unwrap(ledger.approve(second, year.toPayer(omar)))
  await year.settle()

  // Gifts: one redeemed by a reader without a subscription, one refunded, one never redeemed, one disputed, and one
  // given to a subscriber.
  const quick = await year.buyGift(asha, 3)
  const returned = await year.buyGift(bina, 6)
  await year.buyGift(chen, 12)
  const disputed = await year.buyGift(dev, 6)
  const shared = await year.buyGift(hari, 3)
  await passSomeDays(4)
  await redeem(await add('mira', 'US'), quick)
  unwrap(ledger.refund(await year.findCapture(returned)))
  await passSomeDays(10)
  await redeem(lena, shared)

  // February: a free month, a refund of a whole year, a disputed gift.
  await year.step(chen, 'acceptOffer')
  await passSomeDays(10)
  unwrap(ledger.refund(findLastPayment(bina)))
  ledger.dispute(await year.findCapture(disputed), null)
  unwrap(ledger.setDeclining(dev.provider, true))
  await passSomeDays(12)
  ledger.dispute(await year.findCapture(disputed), 'won')

  // March: a payment fails and succeeds at the second retry. An operator refunds part of a payment in PayPal, and
  // explains it.
  const part = unwrap(ledger.refund(findLastPayment(asha), { value: '4.00' }))
  await passSomeDays(8)
  unwrap(ledger.setDeclining(dev.provider, false))
  await passSomeDays(6)
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
  await passSomeDays(12)

  // May: a pause, a plan change, credit. A reader redeems the gift that was disputed.
  await year.step(eva, 'pause', { months: 2 })
  await year.subscribe(farid, 'annual', { isPlanChange: true })
  await addCredit(year.worker, 2000, ines.uid)
  await redeem(hari, disputed)
  await passSomeDays(35)

  // June: PayPal charges early, so that payment isn't due.
  unwrap(ledger.billSubscription(jon.provider, true))
  await passSomeDays(20)

  // July: a lost dispute, a won dispute, and a payment that a bank reverses.
  ledger.dispute(findLastPayment(gita), null)
  ledger.dispute(findLastPayment(omar), null)
  await passSomeDays(15)
  ledger.dispute(findLastPayment(gita), 'lost')
  ledger.dispute(findLastPayment(omar), 'won')
  await passSomeDays(15)
  unwrap(ledger.reverse(findLastPayment(chen)))
  await passSomeDays(5)

  // August: an account is deleted.
  await year.deleteAccount(kavi)
  await passSomeDays(40)

  // October: a cancelled subscription expires, and a reader returns after a refund.
  await year.step(ines, 'cancel', { reason: 'price' })
  await passSomeDays(20)
  await year.subscribe(bina, 'monthly')

  // Continues until January, when the share of the next yearly payment is returned.
  while (year.now < new Date('2027-01-12')) await year.passDay()
  await year.settle(4)
}
