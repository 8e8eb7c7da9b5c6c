import { expect, it } from 'vitest'
import { hour } from '../../src/domain/duration.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { createCountingLimits, rateLimitNumbers } from '../testing/fake-rate-limits.ts'
import { confirmGivenPass, setGivenCookies } from './given-pass.ts'

const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })

it('given stories cause no more database reads than the limit for one network’s look-ups', async () => {
  const openedAt = new Date('2026-03-01T10:00:00Z')
  const until = new Date(openedAt.getTime() + 24 * hour)
  const cookies: string[] = []
  const setCookies = (lines: readonly string[]) => void cookies.push(...lines)
  const given = { slug: 'one', code: 'bcdfghjkmnbcdfghjkmn', until }
  const request = new Request('https://verandah.example/')
  const opened = { tokens, now: () => openedAt, request, setCookies }
  await setGivenCookies(opened, given, { giver: null })

  let reads = 0
  const firestore = {
    async get() {
      reads++
      const fields = { uid: 'ama', slug: 'one', giver: null, until, revokedAt: null, openings: 1 }
      return succeed({ id: given.code, fields, updateTime: '1' })
    },
  }
  const [cookie] = cookies[0]!.split(';')
  const later = {
    ...opened,
    now: () => new Date(openedAt.getTime() + 2 * hour),
    request: new Request('https://verandah.example/', {
      headers: { Cookie: cookie!, 'CF-Connecting-IP': '203.0.113.7' },
    }),
    env: createCountingLimits() as unknown as Bindings,
    firestore: firestore as never,
  }
  const ceiling = rateLimitNumbers.LOOK_UP_NETWORK_LIMIT!
  for (let call = 0; call < ceiling; call++) {
    expect(await confirmGivenPass(later, 'one')).toMatchObject({ ok: true, value: { slug: 'one' } })
  }
  expect(await confirmGivenPass(later, 'one')).toEqual({ ok: false, failure: { kind: 'limited' } })
  expect(reads).toBe(ceiling)
})
