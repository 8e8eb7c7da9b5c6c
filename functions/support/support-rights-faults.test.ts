/** Tests who may look after readers, which requests are refused, and what an interruption leaves. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hour, minute, second } from '../../src/domain/duration.ts'
import type { StaffRole } from '../../src/domain/staff/staff.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import { expectRefusal } from '../testing/reader-harness.ts'
import {
  acts,
  credit,
  openSupport,
  reader,
  readLines,
  type Support,
  SupportHarness,
} from './testing/support-harness.ts'

let harness: SupportHarness
let supporter: Support
let operator: Support
async function open() {
  harness = await new SupportHarness().prepare()
  const granted = { kind: 'granted', at: harness.now, amount: 1, operator: 'olu', reason: 'Prize' }
  await harness.store({ 'referrals/nimal': { code: 'x', ledger: [granted] } })
  supporter = await harness.openDesk('tara', 'support')
  operator = await harness.openDesk('olu', 'operator')
}
beforeEach(open)

describe('the permission', () => {
  const calls: readonly [string, (desk: Support) => Promise<Response>, readonly StaffRole[]][] = [
    ['to find a reader', ({ find }) => find(reader), ['support', 'operator']],
    ['to cancel', acts.cancel!, ['support', 'operator']],
    ['to hide a page', acts.hideProfile!, ['support', 'operator']],
    ['to refund', ({ refund }) => refund({ reader }), ['support', 'operator']],
    ['to grant', acts.grant!, ['operator']],
    ['to end access', acts.endNow!, ['operator']],
    ['to grant credit', acts.grantCredit!, ['operator']],
    ['to remove credit', acts.removeCredit!, ['operator']],
  ]

  it.each(calls)('%s belongs to roles only', async (_, call, roles) => {
    for (const role of ['writer', 'editor', 'support', 'operator'] as const) {
      await open()
      const response = await call(await harness.openDesk('eva', role))
      if (!roles.includes(role)) await expectRefusal(Promise.resolve(response), 403, 'forbidden')
      else expect([200, 409]).toContain(response.status)
    }
    await open()
    const stranger = openSupport(await harness.addReader('ravi'))
    await expectRefusal(call(stranger), 404, 'not_found')
    await expectRefusal(call(openSupport(harness.openBrowser())), 404, 'not_found')
    expect(await harness.listActs()).toEqual([])
  })

  it.each(calls)('%s ends with a recent sign-in', async (name, call) => {
    const isMoney = !['to find a reader', 'to cancel', 'to hide a page'].includes(name)
    harness.advance(isMoney ? 30 * minute + second : 8 * hour + second)
    await expectRefusal(call(operator), 403, 'confirmation_required')
    expect(await harness.listActs()).toEqual([])
  })

  it('doesn’t let a supporter act for colleagues or themselves', async () => {
    const mira = await harness.addStaff('mira', 'operator')
    const page = { name: 'Tara', bio: '', isPublic: true, isIndexed: false }
    const record = { handle: 'tara-s', ...page, createdAt: harness.now }
    const subscription = (await harness.readFields('subscriptions/nimal'))!
    await harness.store({
      'readerProfiles/tara': record,
      'readerProfiles/mira': { ...record, handle: 'mira-b' },
      'subscriptions/tara': subscription,
    })
    harness.advance(second)
    const refusals = [
      supporter.support({ reader: 'mira', act: 'endSessions' }),
      supporter.support({ reader: 'tara', act: 'cancel' }),
      supporter.support({ reader: 'tara', act: 'showProfile' }),
      supporter.support({ reader: 'mira', act: 'hideProfile' }),
      supporter.refund({ reader: 'tara' }),
    ]
    for (const refused of refusals)
      expect(await expectRefusal(refused, 409, 'not_possible')).toContain('only an operator')
    expect((await mira.send('GET', '/api/desk/me')).status).toBe(200)
    expect((await operator.support({ reader: 'tara', act: 'cancel' })).status).toBe(200)
  })

  it('needs our own pages, or a key that its owner has opened', async () => {
    const browser = await harness.addStaff('mira', 'operator')
    const forged = { Origin: 'https://evil.example' }
    const path = '/api/desk/readers/money'
    const content = { ...credit, act: 'grantCredit' }
    await expectRefusal(browser.send('POST', path, content, forged), 403, 'forbidden')
    const key = await harness.createKey(browser)
    const call = () => harness.callWithKey(key, 'POST', path, content)
    expect((await harness.confirm(browser, await call())).status).toBe(204)
    harness.advance(second)
    expect((await call()).status).toBe(200)
    expect((await harness.listActs()).at(-1)).toMatchObject({ by: 'mira', key: 'A laptop' })
    harness.advance(30 * minute + second)
    await expectRefusal(call(), 403, 'confirmation_required')
    await browser.send('DELETE', `/api/desk/keys/${await harness.getFirstKeyId(browser)}`)
    await expectRefusal(call(), 404, 'not_found')
  })
})

it.each<[string, keyof Support, object]>([
  ['a field of another record', 'support', { act: 'endSessions', role: 'operator' }],
  ['an unknown act', 'support', { act: 'delete' }],
  ['an act of another permission', 'support', { act: 'endNow' }],
  ['an unknown email', 'support', { act: 'resend', template: 'welcome' }],
  ['a message that is too long', 'support', { act: 'cancel', message: 'x'.repeat(501) }],
  ['a message with a second line', 'support', { act: 'cancel', message: 'x\n2030  Olu  grant' }],
  ['a message that hides text', 'support', { act: 'cancel', message: 'x\u202ey' }],
  ['a negative amount', 'money', { ...credit, act: 'grantCredit', amount: -100 }],
  ['a part of a cent', 'money', { ...credit, act: 'grantCredit', amount: 0.5 }],
  ['a huge amount', 'money', { ...credit, act: 'grantCredit', amount: 1_000_000 }],
  ['credit without a reason', 'money', { ...credit, act: 'grantCredit', message: ' ' }],
  ['a time that isn’t one', 'money', { act: 'grant', until: 'tomorrow' }],
  ['an effect that isn’t one', 'refund', { effect: 'all' }],
  ['an amount to refund', 'refund', { amount: 1 }],
])('a request with %s is refused', async (_, name, content) => {
  const call = operator[name] as (content: object) => Promise<Response>
  await expectRefusal(call({ reader, ...content }), 400, 'bad_request')
  expect(await harness.listActs()).toEqual([])
  expect(await harness.readState()).toBe('active')
})

it('the reader’s data copy names the acts, but neither who acted nor why', async () => {
  for (const act of ['cancel', 'hideProfile', 'grantCredit']) await acts[act]!(operator)
  const browser = harness.openBrowser()
  await harness.logInAgain(browser, 'nimal')
  const copy = await (await browser.send('GET', '/api/account/data')).text()
  for (const kind of ['subscriptionCancelled', 'profileHidden', 'creditGranted', 'granted'])
    expect(copy).toContain(`"${kind}"`)
  expect(copy).not.toMatch(/olu|Asked by phone|Spam|Sorry/)
})

it.each(Object.keys(acts))(
  'the act %s is done and recorded once by a repeated call, wherever it was interrupted',
  async (name) => {
    const act = () => acts[name]!(operator)
    harness.calls = 0
    expect((await act()).status).toBe(200)
    const { calls } = harness
    for (let call = 1; call <= calls; call++) {
      for (const isCallMade of [false, true]) {
        await open()
        harness.calls = 0
        harness.fault = { call, isCallMade }
        await expect(act(), `call ${call}`).rejects.toThrow(FaultError)
        harness.clearFault()
        // A state that was reached already refuses the repeated call.
        expect([200, 409]).toContain((await act()).status)
        const kinds = (await harness.listActs()).map(({ kind }) => kind)
        const isRepeatable = ['endSessions', 'hideProfile', 'showProfile'].includes(name)
        expect(new Set(kinds).size).toBe(1)
        if (!isRepeatable) expect(kinds).toHaveLength(1)
        const history = await readLines(supporter.find(reader, 'history'))
        expect(history.length).toBe(1)
      }
    }
  },
)

it.each(Object.keys(acts))(
  'nothing is done by the act %s while Firestore is away',
  async (name) => {
    harness.calls = 0
    expect((await acts[name]!(operator)).status).toBe(200)
    const { calls } = harness
    for (let before = 0; before < calls; before++) {
      await open()
      harness.unavailableService = 'firestore'
      harness.callsBeforeOutage = before
      const response = await acts[name]!(operator)
      if (response.status !== 200) expect([before, response.status]).toEqual([before, 503])
      harness.unavailableService = null
      expect(await harness.listActs()).toHaveLength(response.status === 200 ? 1 : 0)
    }
  },
)
