/** PayPal activates a subscription before it takes the first payment, which may be pending or declined. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { handlePayPalEvent } from './handle-paypal-event.ts'
import { deletedAccountUid } from './owner-ids.ts'
import { parsePayPalEvent } from './paypal-event.ts'
import { findCheckout } from './stored-checkout.ts'
import {
  findAtPayPal,
  readGuestRecord,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
let id: string

beforeEach(async () => {
  harness = new WorkerHarness()
  id = await startMonthlyCheckout(harness.browser)
})
afterEach(() => harness.database.close())

const createAccount = () =>
  harness.post(`/api/checkout/${id}/account`, {
    first_name: 'Nimal',
    last_name: '',
    email: 'nimal@example.com',
    requestId: crypto.randomUUID(),
  })
async function advanceRuns(runs: number, minutes: number) {
  for (let run = 0; run < runs; run++) await harness.advanceMinutes(minutes)
}
const findFirstPayment = () => harness.ledger.paymentsOf(id, new Date(0), harness.now)[0]!

describe('a subscription whose first payment is pending', () => {
  beforeEach(() => {
    harness.ledger.setSlow(id, true)
    harness.ledger.approve(id, payer)
  })

  it('opens nothing, and makes no account, until PayPal has the money', async () => {
    expect((await requestApproval(harness, id)).state).toBe('pending')
    expect((await createAccount()).status).toBe(409)
    await harness.advanceMinutes(3)
    expect((await readGuestRecord(harness, id)).subscription).toBeNull()

    harness.ledger.complete(findFirstPayment().id, true)
    expect((await requestApproval(harness, id)).state).toBe('running')
    expect(resolveEntitlement(await readGuestRecord(harness, id), harness.now).entitled).toBe(true)
    expect((await createAccount()).status).toBe(200)
  })

  it('asks PayPal to send an event of a payment again which the subscription doesn’t show', async () => {
    const resource = { billing_agreement_id: id, sale_id: findFirstPayment().id }
    const event = { id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED', resource }
    const deliverEvent = () =>
      handlePayPalEvent(harness.deps, parsePayPalEvent(JSON.stringify(event))!)
    expect((await deliverEvent()).ok).toBe(false)
    harness.ledger.complete(findFirstPayment().id, true)
    expect((await deliverEvent()).ok).toBe(true)
    expect((await readGuestRecord(harness, id)).subscription?.state).toBe('active')
  })
})

describe('a subscription whose first payment is declined', () => {
  beforeEach(() => {
    harness.ledger.setDeclining(id, true)
    harness.ledger.approve(id, payer)
  })

  it('opens nothing, tells the buyer, and is cancelled before PayPal can charge it later', async () => {
    expect((await requestApproval(harness, id)).error?.code).toBe('not_approved')
    expect((await createAccount()).status).toBe(409)
    await harness.advanceMinutes(3)
    expect((await readGuestRecord(harness, id)).subscription).toBeNull()
    await advanceRuns(4, 10)
    expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
  })
})

describe('a first payment that arrives late', () => {
  beforeEach(async () => {
    harness.ledger.setSlow(id, true)
    harness.ledger.approve(id, payer)
    await harness.advanceMinutes(3)
  })

  it('counts although the payer has cancelled at PayPal meanwhile', async () => {
    harness.ledger.cancel(id)
    await harness.advanceMinutes(3)
    expect((await readGuestRecord(harness, id)).subscription).toBeNull()
    harness.ledger.complete(findFirstPayment().id, true)
    await harness.advanceMinutes(3)
    expect((await readGuestRecord(harness, id)).subscription).toMatchObject({
      state: 'ending',
      isFinal: true,
    })
    // The cancelled subscription is still paid for.
    expect((await createAccount()).status).toBe(200)
  })

  it('starts nothing for a deleted account', async () => {
    const checkout = unwrap(await findCheckout(harness.deps.firestore, id))!
    const { updateTime: _, ...fields } = { ...checkout, uid: deletedAccountUid }
    await harness.deps.firestore.commit([{ set: `checkouts/${id}`, fields }])
    harness.ledger.complete(findFirstPayment().id, true)
    harness.events.length = 0
    await advanceRuns(3, 10)
    expect((await harness.record(deletedAccountUid)).subscription).toBeNull()
  })

  it('starts the subscription even if PayPal’s events are lost', async () => {
    harness.ledger.complete(findFirstPayment().id, true)
    harness.events.length = 0
    await advanceRuns(3, 10)
    expect((await readGuestRecord(harness, id)).subscription?.state).toBe('active')
  })

  it('is refunded after days, when the subscription has been cancelled', async () => {
    await harness.advanceDays(4)
    await advanceRuns(3, 70)
    expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
    harness.ledger.complete(findFirstPayment().id, true)
    await advanceRuns(3, 70)
    expect((await readGuestRecord(harness, id)).subscription).toBeNull()
    expect(findFirstPayment().status).toBe('REFUNDED')
  })

  it('is refunded although it stays pending for days after the cancellation', async () => {
    await harness.advanceDays(4)
    await advanceRuns(3, 70)
    await harness.advanceDays(6)
    await advanceRuns(3, 70)
    harness.ledger.complete(findFirstPayment().id, true)
    await advanceRuns(3, 70)
    expect(findFirstPayment().status).toBe('REFUNDED')
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('is refunded although PayPal lists only a declined attempt before', async () => {
    const { transactions } = harness.paypal
    const pending = findFirstPayment()
    Object.assign(harness.paypal, {
      transactions: async (...options: Parameters<typeof transactions>) => {
        const listed = unwrap(await transactions(...options))
        const declined = { ...listed[0]!, id: 'DECLINED-1', status: 'DECLINED' }
        return succeed([declined, ...listed.filter(({ status }) => status !== 'PENDING')])
      },
    })
    await harness.advanceDays(4)
    await advanceRuns(3, 70)
    expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
    harness.ledger.complete(pending.id, true)
    harness.events.length = 0
    await advanceRuns(3, 70)
    expect(harness.refunded).toEqual([pending.id])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  describe('and that PayPal lists only once it has the money', () => {
    beforeEach(() => {
      const { transactions } = harness.paypal
      Object.assign(harness.paypal, {
        transactions: async (...options: Parameters<typeof transactions>) => {
          const listed = unwrap(await transactions(...options))
          return succeed(listed.filter(({ status }) => status !== 'PENDING'))
        },
      })
    })

    const passDays = async (days: number) => {
      await harness.advanceDays(days)
      await advanceRuns(3, 70)
    }
    const expectRefund = async () => {
      expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
      expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
      harness.ledger.complete(findFirstPayment().id, true)
      const [paid] = harness.events
      await advanceRuns(3, 70)
      expect(findFirstPayment().status).toBe('REFUNDED')
      // PayPal repeats an event.
      harness.events.push({ ...paid!, id: `${paid!.id}-again` })
      await advanceRuns(3, 70)
      expect(harness.refunded).toEqual([findFirstPayment().id])
      expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
    }

    it('is refunded long after the cancellation', async () => {
      const emailed: string[] = []
      harness.whileSending = async (to) => void emailed.push(to)
      await passDays(4)
      await passDays(2)
      await expectRefund()
      expect(emailed).toEqual([payer.email])
      expect((await readGuestRecord(harness, id)).subscription).toBeNull()
    })

    const deleteBuyer = async () => {
      const { uid } = unwrap(await findCheckout(harness.deps.firestore, id))!
      Object.assign(harness, { uid })
      await harness.requestDeletion()
      await harness.remove()
      await passDays(0)
      await passDays(2)
    }

    it('is refunded long after the deletion of the account', async () => {
      await deleteBuyer()
      await expectRefund()
    })

    it('is refunded although it was refused before the deletion of the account', async () => {
      await passDays(4)
      await passDays(2)
      await deleteBuyer()
      await expectRefund()
    })
  })
})
