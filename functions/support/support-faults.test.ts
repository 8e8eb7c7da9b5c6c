/** Tests how supporters find readers and act for them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/domain/duration.ts'
import { getImportedGrantPath } from '../subscription/claim-imported-grant.ts'
import { expectRefusal } from '../testing/reader-harness.ts'
import {
  acts,
  credit,
  reader,
  readLines,
  type Support,
  SupportHarness,
  until,
} from './testing/support-harness.ts'

let harness: SupportHarness
let supporter: Support
let operator: Support
async function open() {
  harness = await new SupportHarness().prepare()
  supporter = await harness.openDesk('tara', 'support')
  operator = await harness.openDesk('olu', 'operator')
}
beforeEach(open)

const listOutbox = async () =>
  (await harness.queryAll({ collection: 'outbox' })).map(({ fields }) => fields)

const storeGrant = async (email: string) => {
  const path = (await getImportedGrantPath(email))!
  const until = new Date(harness.now.getTime() + 900 * day)
  const imported = { source: 'ghost', importedAt: harness.now, importedBy: 'Mira' }
  await harness.store({ [path]: { until, ...imported, claimedAt: null, uid: null } })
  return path
}

describe('a supporter', () => {
  it.each(['nimal', 'nimal@example.com', ' NIMAL@Example.com ', 'I-1'])(
    'finds a reader by %s',
    async (query) => {
      const lines = (await readLines(supporter.find(query))).join('\n')
      for (const said of ['nimal@example.com', 'Nimal Perera', 'isSubscribed (active)', '$99'])
        expect(lines).toContain(said)
      expect(lines).toContain('/reader/nimal-p, public')
      // A stranger's words don't begin a line.
      expect(lines).toContain('spam: Buy tea')
    },
  )

  it.each(['nobody@example.com', 'nobody', 'I-2', '../users/nimal', '__nimal__', 'nimal/history'])(
    'finds nobody by %s',
    async (query) => {
      await expectRefusal(supporter.find(query), 404, 'not_found')
      await expectRefusal(supporter.support({ reader: query, act: 'cancel' }), 404, 'not_found')
    },
  )

  it('has to choose between several readers with one address', async () => {
    await harness.addReader('nimal2', { email: 'nimal@example.com' })
    const cancel = supporter.support({ reader: 'nimal@example.com', act: 'cancel' })
    const message = await expectRefusal(cancel, 409, 'not_possible')
    expect(message).toContain('nimal, nimal2')
    expect(await harness.readState()).toBe('active')
  })

  it('is told of an invalid record, which no act overwrites', async () => {
    await harness.store({ 'subscriptions/nimal': { subscription: { state: 'unheard of' } } })
    await expectRefusal(supporter.find(reader), 409, 'not_possible')
    await expectRefusal(operator.money({ reader, act: 'endNow' }), 409, 'not_possible')
    expect(await harness.readState()).toBe('unheard of')
  })

  it('cancels as the reader would, once, with name and reason in the history', async () => {
    const trial = await readLines(supporter.support({ reader, act: 'cancel', dryRun: true }))
    expect(trial).toContain('nimal: would change from active to ending')
    expect(await harness.readState()).toBe('active')
    expect(await harness.listActs()).toEqual([])
    expect(await readLines(acts.cancel!(supporter))).toContain('nimal: active → ending')
    await expectRefusal(acts.cancel!(supporter), 409, 'not_possible')
    expect(await readLines(supporter.find(reader, 'history'))).toEqual([
      expect.stringMatching(/ {2}tara {2}cancel .*: Asked by phone$/),
    ])
    expect(await harness.listActs()).toEqual([
      {
        by: 'tara',
        key: null,
        kind: 'subscriptionCancelled',
        subject: 'nimal',
        before: 'active',
        after: 'ending',
      },
    ])
  })

  it('resends an email if it applies, and only one if the call is repeated', async () => {
    expect((await readLines(supporter.find(reader, 'emails')))[0]).toContain('started, renewal')
    const wrong = supporter.support({ reader, act: 'resend', template: 'cancelled' })
    expect(await expectRefusal(wrong, 409, 'not_possible')).toContain('started, renewal')
    harness.advance(10 * minute - second)
    for (let call = 0; call < 3; call++) {
      expect((await acts.resend!(supporter)).status).toBe(200)
      harness.advance(2 * second)
    }
    expect(await listOutbox()).toMatchObject([{ template: 'started', uid: 'nimal' }])
    harness.advance(hour)
    expect((await acts.resend!(supporter)).status).toBe(200)
    expect(await listOutbox()).toHaveLength(2)
  })

  it('logs a reader out everywhere', async () => {
    const { send } = await harness.addReader('ravi')
    harness.advance(second)
    expect((await supporter.support({ reader: 'ravi', act: 'endSessions' })).status).toBe(200)
    await expectRefusal(send('GET', '/api/account'), 401, 'signed_out')
    await harness.merge('subscriptions/guest', {})
    const guest = supporter.support({ reader: 'guest', act: 'endSessions' })
    await expectRefusal(guest, 409, 'not_possible')
  })

  it.each(['nimal', 'nimal-p', 'NIMAL-P', 'nimal@example.com'])(
    'hides and shows the public page of %s, and removes its reports',
    async (query) => {
      const hide = { reader: query, act: 'hideProfile', message: 'Spam' }
      const trial = await readLines(supporter.support({ ...hide, dryRun: true }))
      expect(trial[0]).toContain('Nothing was written')
      expect(await harness.readFields('profileReports/nimal')).toBeDefined()
      expect((await readLines(supporter.support(hide)))[0]).toMatch(/hidden since .* by tara: Spam/)
      expect(await harness.readFields('profileReports/nimal')).toBeUndefined()
      const shown = await readLines(supporter.support({ reader: query, act: 'showProfile' }))
      expect(shown).toEqual(['/reader/nimal-p: public'])
    },
  )

  it('can’t hide a page that doesn’t exist, and hides the page of a uid even if another reader has it as a handle', async () => {
    await harness.addReader('ravi')
    await expectRefusal(
      supporter.support({ reader: 'ravi', act: 'hideProfile' }),
      409,
      'not_possible',
    )
    await harness.store({ 'readerHandles/nimal': { uid: 'mallory', claimedAt: harness.now } })
    expect(await readLines(acts.hideProfile!(supporter))).toEqual([
      expect.stringContaining('/reader/nimal-p: hidden'),
    ])
  })
})

describe('an operator', () => {
  it('grants access to an account without a subscription, and ends the access', async () => {
    await harness.addReader('ravi')
    const grant = (time: string | null) =>
      operator.money({ reader: 'ravi', act: 'grant', until: time })
    expect((await readLines(grant(until))).join('\n')).toContain('isSubscribed (complimentary)')
    harness.advance(second)
    expect((await readLines(grant(null))).join('\n')).toContain('notSubscribed (none)')
    const past = new Date(harness.now.getTime() - 1).toISOString()
    await expectRefusal(grant(past), 409, 'not_possible')
    expect(await harness.listActs()).toMatchObject([
      { kind: 'accessChanged', subject: 'ravi', before: 'none' },
      { kind: 'accessChanged', subject: 'ravi', after: 'none' },
    ])
  })

  it('removes imported access that a search shows for an address without an account', async () => {
    const email = 'tea@example.com'
    const path = await storeGrant(email)
    expect((await readLines(supporter.find(email)))[0]).toMatch(
      /^imported access until .*, from Ghost by Mira, .*; starts when/,
    )
    const end = { reader: email, act: 'grant', until: null }
    await operator.money({ ...end, dryRun: true })
    expect(await harness.readFields(path)).toBeDefined()
    expect((await operator.money(end)).status).toBe(200)
    expect(await harness.readFields(path)).toBeUndefined()
    await expectRefusal(operator.money(end), 404, 'not_found')
    const [act] = await harness.listActs()
    expect(act).toMatchObject({ kind: 'importedAccessRemoved' })
    // A hash of the whole address would reveal it to a guess.
    expect(act!.subject).toHaveLength('importedGrants/'.length + 8)
  })

  it.each([
    [true, undefined],
    [false, expect.anything()],
  ])(
    'removes imported access by a reader’s uid only if the address is confirmed: %s',
    async (emailVerified, left) => {
      await harness.addReader('ravi', { emailVerified })
      const path = await storeGrant('ravi@example.com')
      const shown = await readLines(supporter.find('ravi'))
      expect(shown.some((line) => line.startsWith('imported access'))).toBe(emailVerified)
      await operator.money({ reader: 'ravi', act: 'grant', until: null })
      expect(await harness.readFields(path)).toEqual(left)
    },
  )

  it('grants and removes credit, never below zero, and once if the call is repeated', async () => {
    const trial = await readLines(operator.money({ ...credit, act: 'grantCredit', dryRun: true }))
    expect(trial[0]).toContain('would have $6.01')
    expect(await harness.readFields('referrals/nimal')).toBeUndefined()
    for (let call = 0; call < 3; call++)
      expect(await readLines(acts.grantCredit!(operator))).toEqual(['nimal: $6.01 credit'])
    const remove = (amount: number) =>
      operator.money({ reader, amount, message: 'Typo', act: 'removeCredit' })
    expect(await expectRefusal(remove(602), 409, 'not_possible')).toContain('only $6.01')
    harness.advance(second)
    expect(await readLines(remove(100))).toEqual(['nimal: $5.01 credit'])
    harness.advance(20 * minute)
    expect(await readLines(acts.grantCredit!(operator))).toEqual(['nimal: $11.02 credit'])
    const [summary, ...entries] = await readLines(supporter.find(reader, 'credit'))
    expect(summary).toContain('$11.02 available')
    expect(entries).toEqual([
      expect.stringMatching(/granted +\$6\.01 by olu: Sorry$/),
      expect.stringMatching(/removed +\$1 by olu: Typo$/),
      expect.stringMatching(/granted +\$6\.01 by olu: Sorry$/),
    ])
    expect((await harness.listActs()).map(({ before, after }) => [before, after])).toEqual([
      ['$0', '$6.01'],
      ['$6.01', '$5.01'],
      ['$5.01', '$11.02'],
    ])
  })

  it('gives no credit to an account that is being deleted', async () => {
    await harness.merge('users/nimal', { deletionRequestedAt: harness.now })
    await expectRefusal(acts.grantCredit!(operator), 409, 'not_possible')
    expect(await harness.readFields('referrals/nimal')).toBeUndefined()
  })

  it('ends access straight away, without a refund', async () => {
    expect(await readLines(acts.endNow!(operator))).toContain('nimal: active → ended')
    expect(harness.refunded).toEqual([])
  })
})
