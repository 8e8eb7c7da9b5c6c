import { beforeEach, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import { maxReportEmails } from '../../src/domain/profile/profile-report.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { site } from '../../src/publication/identity.ts'
import type { EmailMessage, EmailService } from '../platform/adapters/mail/email-service.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { createProfileReportsJob } from './profile-reports-job.ts'

const database = useMemoryFirestore()
const start = new Date('2026-03-01T10:00:00Z')

let now: Date
let sent: Map<string, EmailMessage>
let answer: Awaited<ReturnType<EmailService['send']>>
beforeEach(() => {
  now = start
  sent = new Map()
  answer = succeed(undefined)
})

async function runJob() {
  const emailService: EmailService = {
    async send(message, id) {
      sent.set(id, message)
      return answer
    },
  }
  const job = createProfileReportsJob({
    firestore: database.firestore,
    now: () => now,
    log: () => {},
    emailConfig: { emailService, siteUrl: 'https://verandah.example' },
  })
  return unwrap(await job.run({ startedAt: now, hasTime: () => true }))
}

const profile = {
  handle: 'ama-reads',
  name: 'Ama',
  bio: '',
  isPublic: true,
  isIndexed: false,
  createdAt: start,
}
const report = { reason: 'abuse', details: 'Look: <b>rude</b>', at: start } as const
const reports = { reports: [report], toldAt: null, dueAt: start, attempts: 0 }

const store = (profileFields: object = {}, reportFields: object = {}) =>
  database.store({
    'readerProfiles/ama': { ...profile, ...profileFields },
    'profileReports/ama': { ...reports, ...reportFields },
  })
const readReports = () => database.read('profileReports/ama')

it('the editors are told once about reports, which are removed after 90 days', async () => {
  await store()
  expect(await runJob()).toMatchObject({ done: 1, failed: 0 })
  expect(await runJob()).toMatchObject({ done: 0 })
  expect([...sent.values()]).toHaveLength(1)
  const [email] = sent.values()
  expect(email).toMatchObject({ to: site.editorsEmail, topic: 'editors' })
  expect(email!.text).toContain('https://verandah.example/reader/ama-reads')
  expect(email!.text).toContain('hide-profile ama”')
  expect(email!.html).toContain('Look: &#60;b&#62;rude&#60;/b&#62;')
  now = new Date(start.getTime() + 89 * day)
  await runJob()
  expect(await readReports()).not.toBeNull()
  now = new Date(start.getTime() + 91 * day)
  await runJob()
  expect(await readReports()).toBeNull()
})

it('the email about reports is sent again until it’s accepted', async () => {
  await store()
  answer = fail({ kind: 'unavailable', reason: 'away' })
  expect(await runJob()).toMatchObject({ failed: 1 })
  answer = succeed(undefined)
  now = new Date(start.getTime() + 10 * minute)
  expect(await runJob()).toMatchObject({ done: 1 })
  expect([...sent.keys()]).toHaveLength(1)
})

it('no email is sent about a page that an operator has hidden', async () => {
  await store({ hidden: { at: start, by: 'An editor', reason: null } })
  await runJob()
  expect(sent.size).toBe(0)
  expect(await readReports()).toMatchObject({ toldAt: now })
})

it('the reports about a deleted account’s page are removed', async () => {
  await database.store({ 'profileReports/ama': reports })
  await runJob()
  expect(sent.size).toBe(0)
  expect(await readReports()).toBeNull()
})

async function reportPages(from: number, to: number) {
  for (let index = from; index < to; index++) {
    const handle = `reader-${index}`
    await database.store({
      [`readerProfiles/${handle}`]: { ...profile, handle },
      [`profileReports/${handle}`]: { ...reports, dueAt: now },
    })
  }
}

const listSubjects = () => [...sent.values()].map(({ subject }) => subject)

it('only a few emails are sent in 24 hours, however many pages are reported, and one email about all other pages', async () => {
  await reportPages(0, maxReportEmails + 6)
  expect(await runJob()).toMatchObject({ done: maxReportEmails + 6, waitingSince: null })
  expect(sent.size).toBe(maxReportEmails + 1)
  expect(listSubjects().at(-1)).toBe('More readers’ pages were reported: 6')
  const text = [...sent.values()].at(-1)!.text
  expect(text).toContain(
    'https://verandah.example/reader/reader-9 (Insulting or hateful): reader-9',
  )
  expect(text).not.toContain('rude')
  now = new Date(start.getTime() + day - minute)
  await reportPages(100, 130)
  expect(await runJob()).toMatchObject({ done: 0, waitingSince: now })
  expect(sent.size).toBe(maxReportEmails + 1)
  now = new Date(start.getTime() + day)
  expect(await runJob()).toMatchObject({ done: 30, waitingSince: null })
  expect(sent.size).toBe(2 * (maxReportEmails + 1))
})

it('the summary of reports is sent again until it’s accepted', async () => {
  await reportPages(0, maxReportEmails)
  await runJob()
  now = new Date(start.getTime() + minute)
  await reportPages(100, 103)
  answer = fail({ kind: 'unavailable', reason: 'away' })
  expect(await runJob()).toMatchObject({ done: 0, waitingSince: now })
  answer = succeed(undefined)
  expect(await runJob()).toMatchObject({ done: 3, waitingSince: null })
  expect(sent.size).toBe(maxReportEmails + 1)
})
