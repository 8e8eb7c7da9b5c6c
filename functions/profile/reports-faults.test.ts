/** Attackers who try to prevent a report from reaching the editors. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import {
  maxReportEmails,
  maxReportsPerReason,
  reportReasons,
} from '../../src/domain/profile/profile-report.ts'
import { fail } from '../../src/domain/result.ts'
import type { Browser } from '../testing/reader-harness.ts'
import { unwrap } from '../testing/unwrap.ts'
import { handlePath, profilePath, readProfile, reportsPath } from './profile-records.ts'
import { createProfileReportsJob } from './profile-reports-job.ts'
import { reportsOfNetwork } from './report-profile.ts'
import { ProfileHarness, save as saveSettings, settings } from './testing/profile-harness.ts'

let harness: ProfileHarness
beforeEach(() => {
  harness = new ProfileHarness()
  harness.setAuthorNames({})
})
afterEach(() => {
  vi.useRealTimers()
})

let networks = 0
const from = (address: string) => ({ 'CF-Connecting-IP': address })

/** Reports from a different network each time. */
const report = (handle: string, body: object, headers = from(`10.0.${networks++}.1`)) =>
  harness.openBrowser().send('POST', `/api/profiles/${handle}/report`, body, headers)

const storePage = (handle: string) =>
  harness.store({
    [profilePath(handle)]: { ...settings, handle, createdAt: harness.now },
    [handlePath(handle)]: { uid: handle },
  })

const save = async (browser: Browser, change: Partial<typeof settings>) =>
  expect((await saveSettings(browser, change)).status).toBe(200)

async function runMinute(pause = minute) {
  const { emailConfig } = harness
  const job = createProfileReportsJob({ ...harness.deps, emailConfig, log: () => {} })
  unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
  harness.advance(pause)
}

async function runDays(days: number) {
  for (let passed = 0; passed < days; passed++) await runMinute(day)
}

const listTexts = () => harness.sentEmails.map(({ text }) => text)

const impersonation = { reason: 'impersonation', details: 'This is my name and my life. I’m Ama.' }

it('a page’s owner can’t keep a report from the editors by sending twenty harmless reports', async () => {
  // The page doesn't change, and only the person being impersonated knows that it's false.
  harness.now = new Date(Date.now() + 60_000)
  await storePage('ama-reads')
  for (let index = 0; index < maxReportsPerReason; index++)
    expect((await report('ama-reads', { reason: 'other', details: `Nice ${index}` })).status).toBe(
      204,
    )
  await runDays(2)
  expect((await report('ama-reads', impersonation)).status).toBe(204)
  await runDays(60)
  expect(listTexts().join()).toContain('I’m Ama')
})

it('a page’s owner can’t keep others’ reports out by sending many from one network after each email', async () => {
  harness.now = new Date(Date.now() + 60_000)
  await storePage('ama-reads')
  let fillers = 0
  const fill = async (reason: string, headers: ReturnType<typeof from>) => {
    const body = { reason, details: `Lovely page ${fillers++}` }
    const { status } = await report('ama-reads', body, headers)
    expect(status === 204 || status === 429).toBe(true)
  }
  for (let passed = 0; passed < 3; passed++) {
    for (const reason of reportReasons)
      for (let index = 0; index < maxReportsPerReason; index++) {
        await fill(reason, from('192.0.2.1'))
        await fill(reason, from(`2001:db8:1:${index}::1`))
      }
    const details = `Day ${passed}: I’m Ama.`
    expect((await report('ama-reads', { ...impersonation, details })).status).toBe(204)
    const [stored] = await harness.queryAll({ collection: 'profileReports' })
    expect(JSON.stringify(stored!.fields)).not.toMatch(/192\.0|2001:/)
    await runDays(2)
    const told = harness.sentEmails.at(-1)!.text
    expect(told).toContain(details)
    expect(told.match(/Lovely page/g)).toHaveLength(2)
  }
})

it('the editors get only a few emails a day, even if reported accounts are deleted', async () => {
  for (let index = 0; index < 2 * maxReportEmails; index++) {
    const handle = `reader-${index}`
    await storePage(handle)
    await report(handle, impersonation)
    await runMinute()
    await harness.commit({ remove: reportsPath(handle) }, { remove: profilePath(handle) })
  }
  expect(harness.sentEmails).toHaveLength(maxReportEmails + 1)
})

it('an email about reports that couldn’t be sent doesn’t count towards the limit', async () => {
  await storePage('ama-reads')
  await report('ama-reads', impersonation)
  const send = async () => fail({ kind: 'unavailable', reason: '' } as const)
  const emailConfig = { ...harness.emailConfig, emailService: { send } }
  const job = createProfileReportsJob({ ...harness.deps, emailConfig, log: () => {} })
  for (let attempt = 0; attempt < 2 * maxReportEmails; attempt++)
    await job.run({ startedAt: harness.now, hasTime: () => true })
  for (let minute = 0; minute < 120; minute++) await runMinute()
  expect(harness.sentEmails).toHaveLength(1)
})

it('one network can report only a few pages a day', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) {
    await storePage(`reader-${index}`)
    statuses.push((await report(`reader-${index}`, impersonation, from(`192.0.2.${index}`))).status)
  }
  const { count } = reportsOfNetwork[0]
  expect(statuses.filter((status) => status === 204)).toHaveLength(count)
  expect(await harness.queryAll({ collection: 'profileReports' })).toHaveLength(count)
  harness.advance(day)
  expect((await report('reader-39', impersonation, from('192.0.2.1'))).status).toBe(204)
})

it('the editors are told how many reports weren’t stored because there were too many', async () => {
  harness.now = new Date(Date.now() + 60_000)
  await storePage('ama-reads')
  for (let index = 0; index < maxReportsPerReason + 3; index++)
    await report('ama-reads', { reason: 'abuse', details: `Rude ${index}` })
  await runMinute()
  const told = harness.sentEmails.at(-1)!.text
  expect(told.match(/Rude/g)).toHaveLength(maxReportsPerReason)
  expect(told).toContain('And 3 more reports.')
})

it('a page can be found by the address in the email even after it has moved', async () => {
  harness.now = new Date(Date.now() + 60_000)
  const browser = await harness.addReader('mallory')
  const move = (handle: string, name: string) => save(browser, { handle, name })
  await move('page-0', 'Mallory X.')
  expect((await report('page-0', impersonation)).status).toBe(204)
  await move('page-1', 'Somebody Y.')
  await runMinute()
  for (const handle of ['page-2', 'page-3', 'page-4']) await move(handle, 'Somebody Y.')
  const told = harness.sentEmails.at(-1)!.text
  expect(told).toContain('“Mallory X.”, /reader/page-0')
  const uid = /hide-profile (\S+)”/.exec(told)?.[1]
  const found = unwrap(await readProfile(harness.database.firestore, uid!))
  expect(found?.profile.handle).toBe('page-4')
})

it.each([
  ['switched off', { isPublic: false }],
  ['moved', { handle: 'ama-reads' }],
])(
  'the editors are told even about a page that was %s before the report arrives',
  async (_, change) => {
    harness.now = new Date(Date.now() + 60_000)
    const browser = await harness.addReader('mallory')
    await save(browser, { handle: 'ama-writes' })
    await save(browser, { handle: 'ama-writes', ...change })
    expect((await report('ama-writes', impersonation)).status).toBe(204)
    await runMinute()
    const told = harness.sentEmails.at(-1)?.text
    expect(told).toContain('“Ama S.”, /reader/ama-writes')
    expect(told).toContain('hide-profile mallory”')
  },
)

it('the editors see a page’s words as they were reported, even if the reader changes them before the email', async () => {
  harness.now = new Date(Date.now() + 60_000)
  const browser = await harness.addReader('mallory')
  const handle = 'renewal'
  const bio = 'Was your card declined? I handle payments for this magazine.'
  await save(browser, { handle, bio })
  expect((await report('renewal', impersonation)).status).toBe(204)
  await save(browser, { handle, bio: 'I read on trains.' })
  await runMinute()
  expect(harness.sentEmails.at(-1)!.text).toContain(
    '“Ama S.”, /reader/renewal, with the bio “Was your card declined? I handle',
  )
})

it('the editors are told even about a page that is switched off whenever the cron job runs', async () => {
  harness.now = new Date(Date.now() + 60_000)
  const browser = await harness.addReader('ama')
  const show = (isPublic: boolean) => save(browser, { isPublic })
  const visit = async () => (await harness.visit('ama-reads')).status
  // Cloudflare runs the job once a minute, at a time that anyone can guess. Two requests a minute are enough to hide
  // the page at those times.
  for (let passed = 0; passed < 14; passed++) {
    await show(true)
    expect(await visit()).toBe(200)
    const details = `Report ${passed}: I’m Ama.`
    expect((await report('ama-reads', { reason: 'impersonation', details })).status).toBe(204)
    await show(false)
    await runMinute()
    harness.advance(day)
  }
  await show(true)
  expect(await visit()).toBe(200)
  expect(listTexts().join()).toContain('I’m Ama')
})

it('reports about many other pages don’t keep a report from the editors for days', async () => {
  harness.now = new Date(Date.now() + 60_000)
  const at = harness.now
  for (let index = 0; index < 600; index++) {
    await storePage(`reader-${index}`)
    const reports = [{ reason: 'other', details: `x${index}`, at }]
    const fields = { reports, toldAt: null, dueAt: at, attempts: 0 }
    await harness.store({ [`profileReports/reader-${index}`]: fields })
  }
  harness.advance(1000)
  await storePage('ama-reads')
  expect((await report('ama-reads', impersonation)).status).toBe(204)
  for (let passed = 0; passed < 3; passed++) {
    for (let minute = 0; minute < 5; minute++) await runMinute()
    harness.advance(day)
  }
  expect(listTexts().join()).toContain('/reader/ama-reads')
})

it('a page’s owner can’t make others’ reports look like repeats of their own', async () => {
  // The database's times decide whether a report is about the current page.
  vi.useFakeTimers({ toFake: ['Date'] })
  const setNow = (now: Date) => {
    harness.now = now
    vi.setSystemTime(now)
  }
  const pass = (minutes: number) => setNow(new Date(harness.now.getTime() + minutes * 60_000))
  setNow(new Date('2026-11-03T10:00:00Z'))
  const browser = await harness.addReader('mallory')
  const show = async (handle: string, name: string) => {
    await harness.logIn('mallory', browser)
    await save(browser, { handle, name })
    pass(1)
  }
  const wordless = { reason: 'impersonation' }
  const reportNow = async (handle: string, headers?: ReturnType<typeof from>) => {
    expect((await report(handle, wordless, headers)).status).toBe(204)
    await runMinute()
    pass(0)
  }
  await show('mallory-x', 'Mallory X.')
  await reportNow('mallory-x', from('192.0.2.1'))
  for (let round = 0; round < 3; round++) {
    await show('mallory-x', 'Mallory Y.')
    await reportNow('mallory-x', from('192.0.2.1'))
    await show('leela-menon', 'Leela Menon')
    for (let hour = 0; hour < 23; hour++) {
      pass(60)
      await reportNow('leela-menon')
    }
    await show('mallory-x', 'Mallory X.')
    pass(60)
    await runMinute()
    expect(harness.sentEmails).toHaveLength(2 + round)
    expect(harness.sentEmails.at(-1)!.text).toContain('“Leela Menon”, /reader/leela-menon')
  }
})
