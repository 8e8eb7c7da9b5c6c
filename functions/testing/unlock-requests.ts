import assert from 'node:assert/strict'
import { signBotCheckToken } from '../../scripts/dev/fakes/fake-bot-check.ts'
import type { GivenArticlesResponse } from '../../src/contracts/endpoints/gift-link-endpoints.ts'
import type { UnlockResponse, WallResponse } from '../../src/contracts/endpoints/meter-endpoints.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { createEdgeClient, createReaderWithSession, type EdgeClient, stack } from './edge-client.ts'

export const fetchWall = (client: EdgeClient, slug: string) =>
  client.fetchJson('GET /api/articles/:slug/wall', undefined, {
    params: { slug },
  }) as Promise<WallResponse>

/** Unlocks for a client that already has the meter's cookie. */
export function sendUnlock(
  client: EdgeClient,
  slug: string,
  fields: object = { way: 'free' },
): Promise<UnlockResponse> {
  const { hostname } = new URL(stack.siteUrl)
  const id = crypto.randomUUID()
  const botCheck = signBotCheckToken({ action: botCheckActions.unlock, hostname, score: 0.9, id })
  const body = { ...fields, botCheck }
  return client.fetchJson('POST /api/articles/:slug/unlock', body, {
    params: { slug },
  }) as Promise<UnlockResponse>
}

/** Unlocks as the paywall does: first requests its state, which sets the cookie. */
export async function unlock(
  client: EdgeClient,
  slug: string,
  fields: object = { way: 'free' },
): Promise<UnlockResponse> {
  await fetchWall(client, slug)
  return sendUnlock(client, slug, fields)
}

/** Opens a subscriber's gift link to the story, and returns the guest's browser. */
export async function openGiftLink(slug: string): Promise<EdgeClient> {
  const giver = await createReaderWithSession({}, { isSubscribed: true })
  const answer = await giver.fetchJson('POST /api/gift-links', { slug })
  const [link] = (answer as GivenArticlesResponse).given
  const guest = createEdgeClient()
  const opened = await guest.request(`/g/${link!.code}`)
  assert.deepEqual(
    [opened.status, opened.headers.get('Location')],
    [302, `/${slug}?utm_source=gift`],
  )
  return guest
}
