/** Visitors report a reader's public page. */
import { beforeEach, describe, expect, it } from 'vitest'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { handlePath } from './profile-records.ts'
import { ProfileHarness, save } from './testing/profile-harness.ts'

let harness: ProfileHarness
/** The browser of the harness's default reader. */
let ama: Browser
beforeEach(async () => {
  harness = new ProfileHarness()
  harness.setAuthorNames({ 'mira-bai': 'Mira Bai' })
  ama = await harness.addReader('ama')
})

describe('a report', () => {
  let networks = 0
  /** Reports from a different network each time. */
  const report = (handle: string, body: object, browser = harness.openBrowser()) => {
    const network = { 'CF-Connecting-IP': `10.${networks >> 8}.${networks++ & 255}.1` }
    return browser.send('POST', `/api/profiles/${handle}/report`, body, network)
  }
  const impersonation = { reason: 'impersonation', details: 'I’m Ama.' }

  it('is stored once, with nothing about the caller but a hash of their network', async () => {
    await save(ama)
    // The time must be after the page was stored, by the database's clock.
    harness.now = new Date(Date.now() + 1000)
    for (let time = 0; time < 2; time++) {
      expect((await report('ama-reads', impersonation)).status).toBe(204)
    }
    const [stored, ...others] = await harness.queryAll({ collection: 'profileReports' })
    expect(others).toEqual([])
    const page = { handle: 'ama-reads', name: 'Ama S.', bio: '' }
    expect(stored!.fields).toEqual({
      reports: [{ ...impersonation, page, at: harness.now }],
      toldAt: null,
      dueAt: harness.now,
      attempts: 0,
      networks: [expect.stringMatching(/^[0-9a-f]{16}$/)],
      more: {},
      isUrgent: true,
    })
  })

  it('gets the same answer about a page that isn’t shown, was never shown, is unknown or has lost its owner', async () => {
    await save(ama)
    await save(ama, { isPublic: false })
    await save(await harness.addReader('kamala'), { handle: 'kamala-reads', isPublic: false })
    await harness.commit({ set: handlePath('nimal'), fields: { uid: 'deleted' } })
    for (const handle of ['ama-reads', 'kamala-reads', 'nimal', 'nobody']) {
      expect((await report(handle, impersonation)).status).toBe(204)
    }
    const stored = await harness.queryAll({ collection: 'profileReports' })
    expect(stored.map(({ id }) => id)).toEqual(['ama'])
  })

  it.each([{}, { reason: 'rude' }, { ...impersonation, details: 'x'.repeat(501) }])(
    'can’t be %j',
    async (body) => {
      await save(ama)
      await expectRefusal(report('ama-reads', body), 400, 'bad_request')
    },
  )

  it('isn’t lost if several arrive at the same time', async () => {
    await save(ama)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        report('ama-reads', { reason: 'other', details: `Number ${index}` }),
      ),
    )
    const [stored] = await harness.queryAll({ collection: 'profileReports' })
    expect(stored!.fields.reports).toHaveLength(5)
  })

  it('needs a bot check, and isn’t stored without it', async () => {
    const { browser, tokens } = await useBotCheck()
    await expectRefusal(report('ama-reads', impersonation), 403, 'bot_check_failed')
    await expectRefusal(report('ama-reads', impersonation, browser), 403, 'bot_check_failed')
    const forged = { ...impersonation, botCheck: 'forged' }
    await expectRefusal(report('ama-reads', forged), 403, 'bot_check_failed')
    expect(await harness.queryAll({ collection: 'profileReports' })).toEqual([])
    tokens.set('fresh', botCheckActions.report)
    const checked = await report('ama-reads', { ...impersonation, botCheck: 'fresh' })
    expect(checked.status).toBe(204)
    const [stored] = await harness.queryAll({ collection: 'profileReports' })
    expect(stored!.fields.reports).toHaveLength(1)
  })
})

/** Sets up a bot check that accepts each token for its action, a page of Ama's, and another reader. */
async function useBotCheck() {
  const tokens = new Map<string, string>()
  const verify: BotCheck['verify'] = async (token, { action }) =>
    tokens.get(token ?? '') === action
      ? succeed(undefined)
      : fail({ kind: 'refused', reason: 'no token' })
  harness = new ProfileHarness({ services: { botCheck: { verify } } })
  harness.setAuthorNames({})
  expect((await save(await harness.addReader('ama'))).status).toBe(200)
  return { tokens, browser: await harness.addReader('nimal') }
}
