/**
 * Strangers can join with any number of addresses and make them all bounce, but few of these addresses get an issue.
 */
import { expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { unwrap } from '../testing/unwrap.ts'
import { findDeliveryOutcome } from './find-delivery-outcome.ts'
import { handleMailEvents } from './handle-mail-events.ts'
import { IssueHarness, slug } from './testing/issue-harness.ts'

let harness: IssueHarness

const readers = Array.from({ length: 1100 }, (_, index) => `ama${index}@reader-${index}.example`)

/** The bounce rate at which Amazon pauses a sender. */
const pausedShare = 0.1

const createNewcomers = (count: number, getEmail: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => getEmail(index))

/** Approves an issue. The newcomers joined by themselves in the week before. */
async function approveFor(newcomers: readonly string[]) {
  harness = new IssueHarness({ hasKeys: true, batchSize: 50, ranges: 3 })
  for (const email of readers) await harness.storeEntry(email)
  const deliveryChangedAt = new Date(harness.now.getTime() - 7 * day)
  for (const email of newcomers)
    await harness.storeEntry(email, { consentedAt: deliveryChangedAt, deliveryChangedAt })
  await harness.approve()
}

/** Returns how many newcomers get the issue. */
async function sendTo(newcomers: readonly string[]) {
  await harness.runUntilIdle()
  return newcomers.filter((email) => harness.provider.copies.has(email)).length
}

it.each([
  ['at one domain', 88, createNewcomers(600, (index) => `x${index}@m.example`)],
  ['at iCloud', 88, createNewcomers(130, (index) => `x${index}@icloud.com`)],
  [
    'at providers whose accounts have several',
    88,
    createNewcomers(
      130,
      (index) => `x${index}@${['gmx.com', 'outlook.com', 'm.example'][index % 3]}`,
    ),
  ],
  [
    'at hosts below a provider’s domain',
    88,
    createNewcomers(130, (index) => `x${index}@host-1.sd.cox.net`),
  ],
  ['at thirteen domains', 88, createNewcomers(130, (index) => `x${index}@m${index % 13}.example`)],
  [
    'leading to ten mailboxes',
    20,
    createNewcomers(120, (index) => `m${index % 10}+${index}@gmail.com`),
  ],
])('only a limited number of new addresses %s get an issue: %d', async (_, expected, newcomers) => {
  await approveFor(newcomers)
  expect(await sendTo(newcomers)).toBe(expected)
  expect(await harness.read()).toMatchObject({
    state: 'finished',
    totals: {
      accepted: readers.length + expected,
      dropped: { surplus: newcomers.length - expected },
    },
  })
  for (const { chunk, position, email } of harness.provider.sent)
    if (newcomers.includes(email)) {
      const source = { issue: slug, chunk, position }
      const event = { kind: 'hardBounce', at: harness.now, email, source } as const
      unwrap(await handleMailEvents(harness.deps, [event]))
    }
  const { hardBounces, accepted } = (await harness.read())!.totals
  expect(hardBounces).toBe(expected)
  expect(hardBounces / accepted).toBeLessThan(pausedShare)
  const left = newcomers.find((email) => !harness.provider.copies.has(email))!
  expect(unwrap(await findDeliveryOutcome(harness.deps, slug, left))).toMatchObject({
    outcome: 'dropped',
    reason: 'surplus',
  })
})

it('all newcomers at a mailbox provider get an issue', async () => {
  const newcomers = createNewcomers(100, (index) => `x${index}@gmail.com`)
  await approveFor(newcomers)
  expect(await sendTo(newcomers)).toBe(newcomers.length)
})

it('all newcomers who pay get an issue', async () => {
  const newcomers = createNewcomers(100, (index) => `x${index}@m.example`)
  await approveFor(newcomers)
  const complimentaryUntil = new Date(harness.now.getTime() + day)
  for (const [uid, email] of newcomers.entries())
    unwrap(
      await harness.database.firestore.commit([
        { set: `users/${uid}`, fields: { email, emailVerified: true } },
        { set: `subscriptions/${uid}`, fields: { complimentaryUntil } },
      ]),
    )
  expect(await sendTo(newcomers)).toBe(newcomers.length)
})
