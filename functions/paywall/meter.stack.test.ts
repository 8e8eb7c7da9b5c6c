/** Uses Cloudflare's real Durable Objects; the rules are tested in one process (*-faults.test.ts). */
import { describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/meter.ts'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  getArticleBodyPath,
  publishedArticles,
  readClosedPart,
} from '../testing/edge-client.ts'
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

const readBody = async (client: EdgeClient, slug: string) => {
  const response = await client.request(getArticleBodyPath(slug))
  return response.ok ? response.text() : null
}

describe('a guest', () => {
  it('can unlock and read the last free story, but no other story', async () => {
    const guest = await openGuest()
    await expectError(guest.request(getArticleBodyPath(one)), 401, 'signed_out')
    expect(await unlock(guest, one)).toMatchObject({ state: 'open', isReferral: false })
    expect(await readBody(guest, one)).toBe(await readClosedPart(one))
    expect(await readBody(guest, two)).toBeNull()
    expect(await unlock(guest, two)).toMatchObject({ state: 'closed', because: 'usedUp' })
    expect(await readBody(guest, two)).toBeNull()
  })

  it('can unlock only one of several stories at once with one free story left', async () => {
    const guest = await openGuest()
    await fetchWall(guest, one)
    const answers = await Promise.all(
      [one, two, three].map(async (slug) => (await sendUnlock(guest, slug)).state),
    )
    expect(answers.sort()).toEqual(['closed', 'closed', 'open'])
  })
})
