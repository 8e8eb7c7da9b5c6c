import { beforeEach, describe, expect, it } from 'vitest'
import { formatDay } from '../../src/domain/day.ts'
import { noActiveIssues, updateActiveIssue } from '../../src/domain/issue/active-issues.ts'
import { getNextIssueDay, issueWeekday } from '../../src/domain/newsletter/issue-day.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { addDays, getCalendarDay, getInstant } from '../../src/domain/time-zone.ts'
import { site } from '../../src/publication/identity.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { EmailMessage } from '../platform/adapters/mail/email-service.ts'
import { unwrap } from '../testing/unwrap.ts'
import { changeActiveIssues, readActiveIssues } from './active-issues.ts'
import { findDeliveryOutcome } from './find-delivery-outcome.ts'
import type { IssueDeps } from './issue-deps.ts'
import { createIssuesJob } from './issue-job.ts'
import { IssueHarness, slug } from './testing/issue-harness.ts'

let harness: IssueHarness
let reminders: { readonly message: EmailMessage; readonly id: string }[]
let isServiceUp: boolean
/** Called before the job gets the Durable Object's answer. */
let onAdvanced: (issue: string) => unknown

beforeEach(() => {
  harness = new IssueHarness({ hasKeys: true })
  reminders = []
  isServiceUp = true
  onAdvanced = () => {}
})

async function runJob() {
  const { firestore } = harness.database
  const emailService = {
    async send(message: EmailMessage, id: string) {
      if (!isServiceUp) return fail({ kind: 'unavailable', reason: 'status 503' } as const)
      reminders.push({ message, id })
      return succeed(undefined)
    },
  }
  const { sendings } = harness.deps
  const deps: IssueDeps = {
    ...harness.deps,
    firestore,
    sendings: {
      async call(issue, name, ...input) {
        const answer = await sendings.call(issue, name, ...input)
        if (name === 'advance') await onAdvanced(issue)
        return answer
      },
    },
  }
  const job = createIssuesJob(deps, { emailService, siteUrl: 'https://example.com' })
  return unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
}

const readIssues = async () => unwrap(await readActiveIssues(harness.database.firestore))

it('the issue job sends an approved issue, and drops it once it’s finished', async () => {
  await harness.storeEntry('reader@example.com')
  const sending = await harness.approve()
  await changeActiveIssues(harness.database.firestore, () =>
    updateActiveIssue(noActiveIssues, slug, sending),
  )
  await runJob()
  expect((await readIssues()).active[slug]?.state).toBe('freezing')
  await harness.handleQueued()
  await runJob()
  const finishedAt = harness.now
  expect((await readIssues()).active[slug]?.state).toBe('finished')
  const stored = () => [...harness.bucket.objects.values()].join()
  expect(stored()).toContain('reader@example.com')
  harness.pass(3_600_000)
  await runJob()
  await harness.handleQueued()
  await runJob()
  expect(await readIssues()).toMatchObject({ active: {}, lastFinishedAt: finishedAt })
  expect(stored()).not.toContain('reader@example.com')
  const asked = unwrap(await findDeliveryOutcome(harness.deps, slug, 'reader@example.com'))
  expect(asked.outcome).toBe('accepted')
  expect(harness.provider.copies.get('reader@example.com')).toBe(1)
})

it.each(['never approved', 'cancelled'])(
  'the issue job keeps an issue that was %s before and is approved while the job runs',
  async (before) => {
    const { firestore } = harness.database
    const sendAt = new Date(harness.now.getTime() + 3_600_000)
    const listed = await harness.approve(sendAt)
    await changeActiveIssues(firestore, () => updateActiveIssue(noActiveIssues, slug, listed))
    if (before === 'cancelled') await harness.command('cancel', { now: harness.now.getTime() })
    else harness.sendings.objects.delete(slug)
    onAdvanced = () => harness.approve(sendAt)
    await runJob()
    expect((await readIssues()).active[slug]?.state).toBe('approved')
  },
)

it('an issue that can’t be reached doesn’t hold up another issue', async () => {
  const { firestore } = harness.database
  const sending = await harness.approve()
  await changeActiveIssues(firestore, () =>
    updateActiveIssue(updateActiveIssue(noActiveIssues, '2026-11-22', sending), slug, sending),
  )
  onAdvanced = (advanced) => {
    if (advanced === '2026-11-22') throw new TypeError('overloaded')
  }
  await expect(runJob()).rejects.toThrow('overloaded')
  expect((await readIssues()).active[slug]?.state).toBe('freezing')
})

describe('two issues at the same time', () => {
  const other = '2026-11-22'
  const readers = Array.from({ length: 9 }, (_, index) => `reader-${index}@example.com`)
  const readBoth = async () => [
    await harness.read(),
    await harness.deps.sendings.call(other, 'read'),
  ]
  const countAccepted = async () => (await readBoth()).map((sending) => sending!.totals.accepted)

  beforeEach(async () => {
    for (const address of readers) await harness.storeEntry(address)
    const { firestore } = harness.database
    for (const issue of [slug, other]) {
      const sending = await harness.approve(harness.now, issue)
      await changeActiveIssues(firestore, (issues) => updateActiveIssue(issues, issue, sending))
    }
  })

  async function pass(minutes: number) {
    for (let minute = 0; minute < minutes; minute++) {
      harness.pass(60_000)
      await runJob()
      await harness.handleQueued()
    }
  }

  it('are sent one after the other', async () => {
    harness.provider.mood = 'throttle'
    await pass(10)
    const states = (await readBoth()).map((sending) => sending?.state)
    expect(states.sort()).toEqual(['approved', 'sending'])
    harness.provider.mood = 'accept'
    await pass(1)
    expect((await countAccepted()).sort()).toEqual([0, 9])
    await pass(3)
    expect(await countAccepted()).toEqual([9, 9])
    expect([...harness.provider.copies.values()]).toEqual(readers.map(() => 2))
  })

  it('take turns when the first is paused, and the first waits for its turn when it’s resumed', async () => {
    harness.provider.mood = 'throttle'
    await pass(1)
    const [isFirst] = (await readBoth()).map((sending) => sending?.state === 'sending')
    const first = isFirst ? slug : other
    await harness.deps.sendings.call(first, 'pause', { reason: 'editor' })
    await pass(2)
    await harness.deps.sendings.call(first, 'resume', { now: harness.now.getTime() })
    harness.provider.mood = 'accept'
    await pass(1)
    expect(await countAccepted()).toEqual(isFirst ? [0, 9] : [9, 0])
    await pass(3)
    expect(await countAccepted()).toEqual([9, 9])
  })
})

it('the editors are reminded once, on the eve of an issue’s day, when the email service is available', async () => {
  const issueDay = getNextIssueDay(new Date('2026-11-28'))
  const { reminderHour, timeZone } = newsletter
  const day = getCalendarDay(issueDay, 'UTC')
  harness.now = getInstant(addDays(day, -1), reminderHour, timeZone)
  isServiceUp = false
  await runJob()
  isServiceUp = true
  await runJob()
  await runJob()
  expect(reminders).toHaveLength(1)
  const [{ message, id }] = reminders as [(typeof reminders)[number]]
  expect(id).toBe(`weekly-reminder-${day}`)
  expect(message.to).toBe(site.editorsEmail)
  expect(message.text).toContain(`${issueWeekday} ${formatDay(issueDay)}`)
})
