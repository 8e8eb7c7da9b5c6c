/** Somebody who doesn't want the editors to read a report. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { maxReportsPerReason } from '../../src/domain/profile/profile-report.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { profilePath } from './profile-records.ts'
import { createProfileReportsJob } from './profile-reports-job.ts'

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})
afterEach(() => harness.database.close())

const day = 24 * 60 * 60 * 1000

const report = (handle: string, body: object) =>
  harness.openBrowser().send('POST', `/api/profiles/${handle}/report`, body)

const storePage = async (handle: string) => {
  const fields = {
    handle,
    name: 'Ama S.',
    bio: '',
    isPublic: true,
    isIndexed: false,
    createdAt: harness.now,
  }
  unwrap(await harness.database.firestore.commit([{ set: profilePath(handle), fields }]))
}

async function runMinute() {
  const { emailConfig } = harness
  const job = createProfileReportsJob({ ...harness.deps, emailConfig, log: () => {} })
  unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
  harness.now = new Date(harness.now.getTime() + 60_000)
}

async function runDays(days: number) {
  const { emailConfig } = harness
  const job = createProfileReportsJob({ ...harness.deps, emailConfig, log: () => {} })
  for (let passed = 0; passed < days; passed++) {
    unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
    harness.now = new Date(harness.now.getTime() + day)
  }
}

const impersonation = { reason: 'impersonation', details: 'This is my name and my life. I’m Ama.' }

it('a page’s owner can’t keep a report from the editors by twenty harmless ones', async () => {
  // A page that stays as it is: only the person whom it pretends to be knows that it's false.
  harness.now = new Date(Date.now() + 60_000)
  await storePage('ama-reads')
  for (let index = 0; index < maxReportsPerReason; index++)
    expect((await report('ama-reads', { reason: 'other', details: `Nice ${index}` })).status).toBe(
      204,
    )
  await runDays(2)
  expect((await report('ama-reads', impersonation)).status).toBe(204)
  await runDays(60)
  const emails = harness.sentEmails.map(({ text }) => text)
  expect({ emails: emails.length, isTold: emails.join().includes('I’m Ama') }).toMatchObject({
    isTold: true,
  })
})

it('a page that is switched off whenever the cron job runs is told about too', async () => {
  harness.now = new Date(Date.now() + 60_000)
  const fields = {
    first_name: 'Ama',
    last_name: '',
    email: 'ama@example.com',
    emailVerified: true,
    createdAt: harness.now,
  }
  unwrap(await harness.database.firestore.commit([{ set: 'users/ama', fields }]))
  harness.assets.set('/author-names.json', '{}')
  const browser = harness.openBrowser()
  const session = await harness.tokens.issueSession('ama', harness.now, harness.now)
  browser.cookies.set('__Host-session', session)
  const show = async (isPublic: boolean) => {
    const settings = { handle: 'ama-reads', name: 'Ama S.', bio: '', isPublic, isIndexed: false }
    expect((await browser.send('PUT', '/api/profile', settings)).status).toBe(200)
  }
  const visit = async () => (await harness.openBrowser().send('GET', '/reader/ama-reads')).status
  // Cloudflare calls the job once a minute, at a time that anyone can guess. Two requests a minute hide the page then.
  for (let passed = 0; passed < 14; passed++) {
    await show(true)
    expect(await visit()).toBe(200)
    const details = `Report ${passed}: I’m Ama.`
    expect((await report('ama-reads', { reason: 'impersonation', details })).status).toBe(204)
    await show(false)
    await runMinute()
    harness.now = new Date(harness.now.getTime() + day)
  }
  await show(true)
  expect(await visit()).toBe(200)
  const emails = harness.sentEmails.map(({ text }) => text)
  expect({ emails: emails.length, isTold: emails.join().includes('I’m Ama') }).toMatchObject({
    isTold: true,
  })
})

it('reports about many other pages don’t keep one from the editors for days', async () => {
  harness.now = new Date(Date.now() + 60_000)
  const at = harness.now
  for (let index = 0; index < 600; index++) {
    await storePage(`reader-${index}`)
    const reports = [{ reason: 'other', details: `x${index}`, at }]
    const fields = { reports, toldAt: null, dueAt: at, attempts: 0 }
    unwrap(
      await harness.database.firestore.commit([{ set: `profileReports/reader-${index}`, fields }]),
    )
  }
  harness.now = new Date(harness.now.getTime() + 1000)
  await storePage('ama-reads')
  expect((await report('ama-reads', impersonation)).status).toBe(204)
  for (let passed = 0; passed < 3; passed++) {
    for (let minute = 0; minute < 5; minute++) await runMinute()
    harness.now = new Date(harness.now.getTime() + day)
  }
  const emails = harness.sentEmails.map(({ text }) => text)
  expect({
    emails: emails.length,
    isTold: emails.some((text) => text.includes('/reader/ama-reads')),
  }).toEqual({ emails: emails.length, isTold: true })
})
