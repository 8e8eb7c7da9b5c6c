/** Refunds by supporters, as the command line asks for them. */
import { describe, expect, it } from 'vitest'
import { minute, second } from '../../src/domain/duration.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { StaffHarness } from '../staff/testing/staff-harness.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { Account, createTwin, earlier, paidAt, payment, record } from './testing/payment-account.ts'

type Options = {
  readonly payment?: string
  readonly dryRun?: boolean
  readonly by?: string
  readonly whileConfirming?: () => unknown
}

let harness: StaffHarness
let supporters: Readonly<Record<string, Browser>>
let account: Account

async function open(payments: readonly PayPalTransaction[], documents = {}) {
  account = new Account(payments)
  harness = new StaffHarness({ services: { paypal: account.service as PayPal } })
  harness.now = new Date('2030-01-02T10:00:00Z')
  supporters = {
    Ama: await harness.addStaff('Ama', 'support'),
    Mira: await harness.addStaff('Mira', 'operator'),
  }
  await harness.store({ 'subscriptions/mira': record, ...documents })
}

const readRecord = async () =>
  (await harness.readFields('subscriptions/mira')) as SubscriptionRecord | undefined

type Answer = {
  readonly lines?: readonly string[]
  readonly plan?: object | null
  readonly choices?: readonly string[]
  readonly error?: { readonly code: string; readonly message: string }
}

/** Returns what the command line prints, and why the site refuses. */
async function run({ payment: chosen, dryRun, by = 'Ama', whileConfirming }: Options = {}) {
  const refund = { reader: 'mira', message: 'Sorry', ...(chosen ? { payment: chosen } : {}) }
  const call = async (content: object): Promise<Answer> =>
    (await supporters[by]!.send('POST', '/api/desk/readers/refund', content)).json() as object
  const planned = await call(refund)
  const printed = [...(planned.lines ?? [])]
  let { error } = planned
  if (planned.plan && !dryRun) {
    await whileConfirming?.()
    const { isRefunded: _, ...confirmed } = planned.plan as { isRefunded: boolean }
    const done = await call({ ...refund, ...confirmed })
    printed.push(...(done.lines ?? []))
    error = done.error
  }
  const { subscription } = (await readRecord())!
  const text = printed.join('\n')
  const { choices = [] } = planned
  const failure = error?.message ?? (choices.length > 0 ? text : null)
  return { printed: text, failure, choices, state: subscription!.state, subscription }
}

const readRefunds = async () =>
  (await harness.queryAll({ collection: 'history', parent: 'subscriptions/mira' }))
    .map(({ fields }) => fields)
    .filter(({ refundedAt }) => refundedAt)

const whole = '$99 paid on Tue 2030-01-01 15:30 Asia/Colombo (S-1)'

describe('a refund of the only payment', () => {
  it('explains the effect, and ends the subscription', async () => {
    await open([payment()])
    const dry = await run({ dryRun: true })
    expect(dry).toMatchObject({ failure: null, state: 'active' })
    expect(dry.printed.split('\n')).toEqual([
      `refund       ${whole}`,
      'paid for     1 January 2030 to 1 January 2031 (annual_99)',
      'access now   isSubscribed (active); can read; next payment $99 on Wed 2031-01-01 15:30 Asia/Colombo',
      'access then  needsToRestart (ended); can’t read',
      'email        refunded',
    ])
    expect(account.requests).toEqual([])
    const real = await run()
    expect(account.requests).toEqual([{ id: 'S-1', amount: 'rest', requestId: 'refund-S-1' }])
    expect(real).toMatchObject({ failure: null, state: 'ended' })
    expect(real.printed).toContain(`refunded ${whole}`)
    expect(await readRefunds()).toMatchObject([{ operator: 'Ama', message: 'Sorry', to: 'ended' }])
  })

  it('can be repeated without a second refund, and completed if it was interrupted', async () => {
    await open([payment()])
    account.lose = 1
    const interrupted = await run()
    expect(interrupted.failure).toContain('Try the same again in a minute: nothing will be')
    expect(interrupted.state).toBe('active')
    const finished = await run()
    expect(finished).toMatchObject({ failure: null, state: 'ended' })
    expect(finished.printed).toContain(`already refunded: ${whole}`)
    expect(await run()).toMatchObject({ failure: null, state: 'ended' })
    expect(account.requests).toHaveLength(1)
    expect(await readRefunds()).toHaveLength(1)
  })
})

it.each<[PayPalFailure, string]>([
  [{ kind: 'refused', issue: 'TRANSACTION_REFUSED' }, 'refused the request (TRANSACTION_REFUSED)'],
  [{ kind: 'notFound' }, 'can’t find this payment, so nothing was refunded'],
  [{ kind: 'unavailable', reason: 'TimeoutError' }, 'Try the same again'],
])(
  'a refund that PayPal doesn’t make changes nothing, and can be repeated: %j',
  async (failure, words) => {
    await open([payment()])
    account.failure = failure
    expect(await run()).toMatchObject({ state: 'active', failure: expect.stringContaining(words) })
    expect(await readRefunds()).toEqual([])
    account.failure = null
    harness.advance(second)
    expect(await run({ by: 'Mira' })).toMatchObject({ failure: null, state: 'ended' })
    const acts = await harness.listActs()
    // The last two have the same time.
    acts.sort((one, other) => String(one.kind).localeCompare(String(other.kind)))
    expect(acts).toMatchObject([
      { kind: 'refunded', by: 'Mira', before: 'active', after: 'ended' },
      { kind: 'refundRequested', by: 'Ama', subject: 'mira', after: 'S-1' },
      { kind: 'refundRequested', by: 'Mira', subject: 'mira', after: 'S-1' },
    ])
  },
)

it('a refund that PayPal has made but that can’t be recorded is reported as such, and finished by another call', async () => {
  await open([payment()])
  const { refund } = account.service
  Object.assign(account.service, {
    refund: async (...request: Parameters<typeof refund>) => {
      const refunded = await refund(...request)
      harness.unavailableService = 'firestore'
      return refunded
    },
  })
  const { failure, state } = await run()
  expect(failure).toBe(
    'PayPal refunded the payment, but the refund wasn’t fully recorded: The database or PayPal isn’t responding. Try the same again in a minute: nothing will be refunded twice.',
  )
  expect(state).toBe('active')
  harness.unavailableService = null
  expect(await run()).toMatchObject({ failure: null, state: 'ended' })
  expect(account.requests).toHaveLength(1)
})

it('the effect that was shown for one reader’s refund isn’t accepted for another’s', async () => {
  await open([payment()])
  await harness.store({ 'subscriptions/ravi': record })
  const send = (content: object) =>
    supporters.Ama!.send('POST', '/api/desk/readers/refund', { payment: 'S-1', ...content })
  const { plan } = (await (await send({ reader: 'mira' })).json()) as { plan: { effect: string } }
  await expectRefusal(send({ reader: 'ravi', effect: plan.effect }), 409, 'outdated')
  await expectRefusal(send({ reader: 'mira', effect: '0'.repeat(64) }), 409, 'outdated')
  expect(account.requests).toEqual([])
})

describe('a refund of the rest', () => {
  const used = { kind: 'used', at: paidAt, payment: 'S-1', amount: 2000 }
  const referral = { code: 'x', ledger: [used] }
  const settled = { kind: 'settled', at: paidAt, payment: 'S-1', refund: 'R-0' }

  it('subtracts referral credit, and prints that amount', async () => {
    await open([payment()], { 'referrals/mira': referral })
    const { printed, state } = await run()
    expect(account.requests).toMatchObject([{ amount: 7900, requestId: 'refund-S-1' }])
    expect(printed).toContain(`refund       $79, the rest of ${whole}`)
    expect(printed).toContain('$20 returned as referral credit')
    expect(state).toBe('ended')
  })

  it('isn’t possible if credit has paid everything', async () => {
    const ledger = [{ ...used, amount: 9900 }]
    await open([payment()], { 'referrals/mira': { code: 'x', ledger } })
    const { failure, state } = await run({ payment: 'S-1' })
    expect(failure).toContain('has already been refunded in full')
    expect((await run()).failure).toContain('No payment can be refunded')
    expect(account.requests).toEqual([])
    expect(state).toBe('active')
  })

  it('also subtracts given months', async () => {
    const share = { share: 2475, months: 3, excess: 0, state: 'pending' }
    await open([payment()], {
      'referrals/mira': referral,
      'subscriptions/mira/history/settlement-S-1': {
        ...{ kind: 'settled', at: paidAt, payment: 'S-1', from: 'none', to: 'none' },
        ...share,
      },
    })
    const { printed } = await run()
    expect(account.requests).toMatchObject([{ amount: 5425 }])
    expect(printed).toContain('$24.75 returned for months that the reader was given')
  })

  it('is left to PayPal once the credit is returned: a part may have been refunded by hand', async () => {
    const ledger = [used, settled]
    await open([payment({ status: 'PARTIALLY_REFUNDED' })], {
      'referrals/mira': { code: 'x', ledger },
    })
    const { printed } = await run()
    expect(account.requests).toMatchObject([{ amount: 'rest' }])
    expect(printed).toContain(`refunded the rest of ${whole}`)
  })
})

it('a quoted reason can’t forge a line of a refusal', async () => {
  const reason = { kind: 'refunded', operator: 'Ama', message: 'Sorry\n  9  forged' }
  await open([payment({ status: 'REFUNDED' })], {
    'subscriptions/mira/history/refund-S-1': { ...reason, at: paidAt, payment: 'S-1' },
  })
  const { failure } = await run({ payment: 'S-2' })
  expect(failure).toContain('by Ama: Sorry   9  forged')
  expect(failure).not.toMatch(/^ {2}9/m)
})

describe('a reader who was charged twice', () => {
  it('gets one payment back, and keeps the access that the other pays for', async () => {
    await open([createTwin(1200), payment()])
    const { failure, choices } = await run()
    expect(choices).toEqual(['S-0', 'S-1'])
    expect(failure).toContain('Several payments can be refunded.')
    expect(failure).toMatch(/1 {2}Tue 2030-01-01 15:10 .*S-0[\s\S]*2 {2}Tue 2030-01-01 15:30 /)
    // The number of a payment may have changed since it was shown.
    expect((await run({ payment: '1' })).failure).toContain('Payment not found: 1.')
    const { printed, state } = await run({ payment: 'S-0' })
    expect(printed).toContain('twice        payment 2 is for the same period')
    expect(printed).toContain('access       doesn’t change: isSubscribed (active); can read')
    expect(account.requests).toMatchObject([{ id: 'S-0', amount: 'rest' }])
    expect(state).toBe('active')
    expect(await readRefunds()).toMatchObject([{ kind: 'refunded', operator: 'Ama' }])
    expect(await harness.queryAll({ collection: 'outbox' })).toMatchObject([
      { id: 'refund-confirmation-S-0', fields: { kind: 'refundConfirmation' } },
    ])
  })

  it('isn’t refunded a second payment by a repeated call', async () => {
    await open([createTwin(1200), payment()])
    await run({ payment: 'S-0' })
    expect(await run({ payment: 'S-0' })).toMatchObject({ failure: null, state: 'active' })
    const repeated = await run()
    expect(repeated.failure).toContain('One payment has already been refunded')
    expect(account.requests).toHaveLength(1)
    expect(await readRefunds()).toHaveLength(1)
    expect(await harness.queryAll({ collection: 'outbox' })).toHaveLength(1)
  })

  it('is refunded once even if two supporters try at the same time', async () => {
    await open([createTwin(1200), payment()])
    const [one, other] = await Promise.all(['Ama', 'Mira'].map((by) => run({ payment: 'S-0', by })))
    expect([one!.failure, other!.failure].filter((failure) => failure === null)).not.toEqual([])
    expect(account.refundedOnce).toEqual(['refund-S-0'])
    expect(await readRefunds()).toHaveLength(1)
  })

  it('gets one payment back if two people refund one each in the same second', async () => {
    await open([createTwin(1200), payment()])
    const refunds = [run({ payment: 'S-0' }), run({ payment: 'S-1', by: 'Mira' })]
    const failures = (await Promise.all(refunds)).map(({ failure }) => failure)
    expect(failures.join()).toContain('was requested less than 2 minutes ago, so this payment')
    expect(account.refundedOnce.length).toBeLessThan(2)
    expect((await run({ dryRun: true, payment: 'S-1' })).state).toBe('active')
    harness.advance(2 * minute)
    for (const id of ['S-0', 'S-1']) expect((await run({ payment: id })).failure).toBeNull()
    expect(account.refundedOnce.toSorted()).toEqual(['refund-S-0', 'refund-S-1'])
  })

  it('isn’t refunded the second payment if somebody refunds the first while the supporter confirms', async () => {
    await open([createTwin(1200), payment()])
    const { failure, state } = await run({
      payment: 'S-1',
      whileConfirming: () => account.service.refund('S-0', 'by-hand'),
    })
    expect(failure).toContain('have changed in the meantime. Nothing was refunded.')
    expect(state).toBe('active')
    expect(account.requests).toMatchObject([{ id: 'S-0' }])
  })

  it('has both payments in the list, with the refund and its reason', async () => {
    await open([earlier, { ...createTwin(1200), id: 'S-T' }, payment()])
    await run({ payment: 'S-T' })
    const content = { reader: 'mira', show: 'payments' }
    const shown = await supporters.Ama!.send('POST', '/api/desk/readers/find', content)
    expect(((await shown.json()) as Answer).lines).toEqual([
      '  1  Mon 2029-01-01 15:30 Asia/Colombo      $99  paid             S-0',
      '     for 1 January 2029 to 1 January 2030 (annual_99, I-1)',
      '  2  Tue 2030-01-01 15:10 Asia/Colombo      $99  refunded         S-T',
      '     for 1 January 2030 to 1 January 2031 (annual_99, I-1)',
      '     $99 refunded (by Ama: Sorry)',
      '  3  Tue 2030-01-01 15:30 Asia/Colombo      $99  paid             S-1',
      '     for 1 January 2030 to 1 January 2031 (annual_99, I-1)',
    ])
  })
})
