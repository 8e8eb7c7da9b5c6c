/** “Now check your inbox” is true, even if the inbox's limits postpone the email. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import { fail } from '../../src/domain/result.ts'
import { unwrap } from '../testing/unwrap.ts'
import { email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

const press = async (link: string) => {
  const { step } = await harness.press(link)
  await harness.settle()
  return step
}

const unsubscribe = async () => press((await harness.createLinks()).unsubscribe)

async function waitFor(milliseconds: number) {
  harness.advance(milliseconds)
  await harness.runJobs()
  await harness.runJobs()
  return harness.sent.length
}

describe('a confirmation email that the limits have postponed', () => {
  it('is sent once when the limits allow it, and its link can be used', async () => {
    await harness.signUpAndConfirm()
    harness.advance(minute)
    await unsubscribe()
    await harness.join(email)
    expect(await waitFor(8 * minute)).toBe(1)
    expect(await waitFor(minute)).toBe(2)
    expect(await press(readLink(harness.sent[1]!))).toBe('confirmed')
    expect(await waitFor(40 * day)).toBe(2)
  })

  it('is sent if an old link requested it, as promised on the link’s page', async () => {
    const link = await harness.signUp()
    await press(link)
    harness.advance(minute)
    await unsubscribe()
    expect(await press(link)).toBe('sent')
    expect(await waitFor(10 * minute)).toBe(2)
    expect(await press(readLink(harness.sent[1]!))).toBe('confirmed')
  })

  it('is sent to the spelling of the address in the request', async () => {
    await harness.join('asha+one@gmail.com')
    await harness.join('asha+two@gmail.com')
    expect(await waitFor(10 * minute)).toBe(2)
    expect(harness.sent.map(({ to }) => to)).toEqual(['asha+one@gmail.com', 'asha+two@gmail.com'])
  })

  it('isn’t sent once its reader has confirmed with the earlier email', async () => {
    const link = await harness.signUp()
    await harness.join(email)
    harness.advance(minute)
    await press(link)
    expect(await waitFor(10 * minute)).toBe(1)
    expect(await waitFor(40 * day)).toBe(1)
  })

  it('waits longer if the address has since complained', async () => {
    await harness.signUp()
    await harness.join(email)
    await harness.changeEntry(email, { complainedAt: harness.now })
    expect(await waitFor(29 * day)).toBe(1)
    expect(await waitFor(day)).toBe(2)
  })

  it('is sent once, even if the sender stops before or after counting it', async () => {
    await harness.signUp()
    await harness.join(email)
    const { firestore } = harness.database
    const { commit } = firestore
    const interrupted: string[] = []
    firestore.commit = async (writes) => {
      const isCount = writes.some((write) => 'set' in write && 'postponed' in write.fields)
      if (!isCount || interrupted.length > 1) return commit(writes)
      interrupted.push(interrupted.length === 0 ? 'before' : 'after')
      if (interrupted.length === 2) unwrap(await commit(writes))
      return fail({ kind: 'unavailable', reason: 'stopped' })
    }
    for (let run = 0; run < 5; run++) await waitFor(10 * minute)
    expect(interrupted).toEqual(['before', 'after'])
    expect(harness.sendings).toBe(2)
    expect(await press(readLink(harness.sent[1]!))).toBe('confirmed')
  })
})
