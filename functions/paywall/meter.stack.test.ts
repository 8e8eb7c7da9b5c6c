/** Uses Cloudflare's real Durable Objects; the rules are tested in one process (*-faults.test.ts). */
import { expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/meter.ts'
import { createEdgeClient, publishedArticles } from '../testing/edge-client.ts'
import { fetchWall, sendUnlock, unlock } from '../testing/unlock-requests.ts'

const [one, two, three, ...others] = publishedArticles
  .filter(({ access }) => access === 'metered')
  .map(({ slug }) => slug) as [string, string, string, ...string[]]

/** Creates a guest with one free story left. */
async function openGuest() {
  const guest = createEdgeClient()
  for (const slug of others.slice(0, meterAllowance.guest - 1)) await unlock(guest, slug)
  return guest
}

it('a guest with one free story left can unlock only one of several stories at the same time', async () => {
  const guest = await openGuest()
  await fetchWall(guest, one)
  const answers = await Promise.all(
    [one, two, three].map(async (slug) => (await sendUnlock(guest, slug)).state),
  )
  expect(answers.sort()).toEqual(['closed', 'closed', 'open'])
})
