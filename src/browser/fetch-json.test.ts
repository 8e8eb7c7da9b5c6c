import { afterEach, expect, it, vi } from 'vitest'
import { fetchJson } from './fetch-json.ts'

afterEach(() => vi.unstubAllGlobals())

const fetchFrom = (fetch: () => Promise<Response>) => {
  vi.stubGlobal('fetch', fetch)
  return fetchJson('/stories.json')
}

it('a successful response is read', async () => {
  expect(await fetchFrom(async () => Response.json(['one']))).toEqual(['one'])
})

it.each<[string, () => Promise<Response>]>([
  ['an error in JSON', async () => Response.json({ error: 'down' }, { status: 503 })],
  ['a page instead of JSON', async () => new Response('<h1>Log in to this network</h1>')],
  ['a failed request', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s is read as null', async (_, fetch) => expect(await fetchFrom(fetch)).toBeNull())
