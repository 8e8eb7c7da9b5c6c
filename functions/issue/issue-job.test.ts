import { afterEach, beforeEach, expect, it } from 'vitest'
import { noActiveIssues, updateActiveIssue } from '../../src/domain/issue/active-issues.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { site } from '../../src/site.ts'
import type { EmailMessage } from '../adapters/mail/email-service.ts'
import { unwrap } from '../testing/unwrap.ts'
import { changeActiveIssues, readActiveIssues } from './active-issues.ts'
import { findRecipient } from './find-recipient.ts'
import { createIssuesJob } from './issue-job.ts'
import { IssueHarness, slug } from './testing/issue-harness.ts'

let harness: IssueHarness
let reminders: { readonly message: EmailMessage; readonly id: string }[]
let isServiceUp: boolean

beforeEach(() => {
  harness = new IssueHarness({ hasKeys: true })
  reminders = []
  isServiceUp = true
})
afterEach(() => harness.database.close())

async function runJob() {
  const { firestore } = harness.database
  const emailService = {
    async send(message: EmailMessage, id: string) {
      if (!isServiceUp) return fail({ kind: 'unavailable', reason: 'status 503' } as const)
      reminders.push({ message, id })
      return succeed(undefined)
    },
  }
  const deps = { ...harness.deps, firestore }
  const job = createIssuesJob(deps, { emailService, siteUrl: 'https://example.com' })
  return unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
}

const readIssues = async () => unwrap(await readActiveIssues(harness.database.firestore))

it('sends an approved issue, and forgets it once it’s finished', async () => {
  await harness.storeEntry('reader@example.com')
  const sending = await harness.approve()
  await changeActiveIssues(harness.database.firestore, () =>
    updateActiveIssue(noActiveIssues, slug, sending),
  )
  await runJob()
  expect((await readIssues()).active[slug]?.state).toBe('freezing')
  while (harness.messages.length > 0) await harness.handleMessage(0)
  await runJob()
  const finishedAt = harness.now
  expect((await readIssues()).active[slug]?.state).toBe('finished')
  const stored = () => [...harness.bucket.objects.values()].join()
  expect(stored()).toContain('reader@example.com')
  harness.pass(3_600_000)
  await runJob()
  while (harness.messages.length > 0) await harness.handleMessage(0)
  await runJob()
  expect(await readIssues()).toMatchObject({ active: {}, lastFinishedAt: finishedAt })
  expect(stored()).not.toContain('reader@example.com')
  const asked = unwrap(await findRecipient(harness.deps, slug, 'reader@example.com'))
  expect(asked.outcome).toBe('accepted')
  expect(harness.provider.copies.get('reader@example.com')).toBe(1)
})

it('reminds the editors once on Saturday, when the email service works', async () => {
  harness.now = new Date('2026-11-28T05:00:00Z')
  isServiceUp = false
  await runJob()
  isServiceUp = true
  await runJob()
  await runJob()
  expect(reminders).toHaveLength(1)
  const [{ message, id }] = reminders as [(typeof reminders)[number]]
  expect(id).toBe('weekly-reminder-2026-11-29')
  expect(message.to).toBe(site.editorsEmail)
  expect(message.text).toContain('2026-11-29')
})
