/** Tests who may look after readers, which requests are refused, and what an interruption leaves. */
import { beforeEach, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/domain/duration.ts'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import { expectRefusal } from '../testing/reader-harness.ts'
import {
  acts,
  credit,
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

  it('is granted to a key only after its owner has confirmed it in a browser', async () => {
    const browser = await harness.addStaff('mira', 'operator')
    const path = '/api/desk/readers/money'
    const content = { ...credit, act: 'grantCredit' }
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
  await harness.logIn('nimal', browser)
  const copy = await (await browser.send('GET', '/api/account/data')).text()
  for (const kind of ['subscriptionCancelled', 'profileHidden', 'creditGranted', 'granted'])
    expect(copy).toContain(`"${kind}"`)
  expect(copy).not.toMatch(/olu|Asked by phone|Spam|Sorry/)
})

it.each(Object.keys(acts))(
  'the act %s is done and recorded once by a repeated call, wherever it was interrupted',
  async (name) => {
    const prepare = async () => {
      await open()
      return { harness, run: () => acts[name]!(operator) }
    }
    await interruptEachCall(prepare, async (run) => {
      // A state that was reached already refuses the repeated call.
      expect([200, 409]).toContain((await run()).status)
      const kinds = (await harness.listActs()).map(({ kind }) => kind)
      const isRepeatable = ['endSessions', 'hideProfile', 'showProfile'].includes(name)
      expect(new Set(kinds).size).toBe(1)
      if (!isRepeatable) expect(kinds).toHaveLength(1)
      expect(await readLines(supporter.find(reader, 'history'))).toHaveLength(1)
    })
  },
)

it.each(Object.keys(acts))(
  'the act %s is logged exactly if it succeeds, whenever a Firestore outage begins',
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
