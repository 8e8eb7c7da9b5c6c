import { describe, expect, it } from 'vitest'
import { publicPath } from '../../../src/content/manuscript/document.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { describeNetworkError, includesCommit, laterTimestamp, notifySite } from './site-client.ts'

describe('database timestamps', () => {
  it('are compared to the microsecond', () => {
    const [one, other] = ['2026-11-21T09:30:00.123456Z', '2026-11-21T09:30:00.123457Z']
    expect(laterTimestamp(one, other)).toBe(other)
    expect(laterTimestamp(other, one)).toBe(other)
    expect(laterTimestamp(null, one)).toBe(one)
    expect(laterTimestamp('2026-11-21T09:30:01Z', other)).toBe('2026-11-21T09:30:01Z')
    expect(laterTimestamp(null, null)).toBeNull()
  })

  it('are included in a build that was read in a later millisecond', () => {
    const at = '2026-11-21T09:30:00.123456Z'
    expect(includesCommit(new Date('2026-11-21T09:30:00.123Z'), at)).toBe(false)
    expect(includesCommit(new Date('2026-11-21T09:30:00.124Z'), at)).toBe(true)
  })
})

it.each([
  ['http://127.0.0.1:9', /^(ECONNREFUSED|bad port)$/],
  ['http://nosuch.invalid', /^(ENOTFOUND|EAI_AGAIN)$/],
])('the desk says why %s isn’t responding', async (url, reason) => {
  const error = await fetch(url).catch((failure) => failure)
  expect(describeNetworkError(error)).toMatch(reason)
})

describe('notifying the site', () => {
  /** The site answers each request with the next of the statuses; 0 drops the request. */
  async function notify(...statuses: number[]) {
    let requests = 0
    const siteUrl = await startTestServer((_, response) => {
      const status = statuses[requests++]!
      if (status === 0) return response.destroy()
      const error = { code: 'bad_signature', message: 'Something is wrong.' }
      return response.writeHead(status).end(status === 401 ? JSON.stringify({ error }) : '')
    })
    const keys = await importSigningKeys(keyringSchema.parse(`1:${'A'.repeat(43)}=`))
    const notified = await notifySite({ siteUrl, keys }, '2026-11-21T09:30:00Z', [0, 0])
    return { requests, reason: notified.ok ? null : notified.failure.reason }
  }

  it('is repeated if the site drops the request or fails', async () => {
    expect(await notify(0, 500, 202)).toEqual({ requests: 3, reason: null })
    const reason = 'it answered with status 503'
    expect(await notify(503, 503, 503)).toEqual({ requests: 3, reason })
  })

  it('isn’t repeated with a wrong key, which the error names', async () => {
    const reason = 'it refused the signature; check DESK_KEYS'
    expect(await notify(401)).toEqual({ requests: 1, reason })
  })
})

it('the address of a document depends on the collection', () => {
  const places = (['articles', 'pages', 'authors', 'events'] as const).map((collection) =>
    publicPath({ collection, slug: 'a' }),
  )
  expect(places).toEqual(['/a', '/a', '/author/a', '/events/a'])
})
