import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { createTokens, sessionSeconds, type TokenType, tokenSeconds } from './session-tokens.ts'

const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const keys = (text: string) => createTokens(keyringSchema.parse(text))
const tokens = keys(`1:${secret(1)}`)
const now = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const subscribed = resolveEntitlement(
  subscriptionRecordSchema.parse({
    subscription: {
      state: 'ending',
      plan: 'annual_99',
      provider: 'I-1',
      paidThrough: after(3600),
      stoppedAt: now,
    },
  }),
  now,
)

describe('tokens', () => {
  it('are read as they were issued', async () => {
    expect(await tokens.readSession(await tokens.issueSession('uid', now, now), now)).toEqual({
      uid: 'uid',
      issuedAt: now,
      since: now,
    })
    expect(await tokens.readPass(await tokens.issuePass('uid', subscribed, now), now)).toEqual({
      uid: 'uid',
      issuedAt: now,
      entitlement: subscribed,
    })
  })

  it('aren’t accepted as tokens of another type', async () => {
    expect(await tokens.readPass(await tokens.issueSession('uid', now, now), now)).toBeNull()
    expect(await tokens.readSession(await tokens.issuePass('uid', subscribed, now), now)).toBeNull()
    for (const tokenType of Object.keys(tokenSeconds) as TokenType[]) {
      const issued = await tokens.issueToken(tokenType, 'uid', now)
      expect(await tokens.readToken(tokenType, issued, now)).toBe('uid')
      expect(
        await tokens.readToken(tokenType, issued, after(tokenSeconds[tokenType] + 1)),
      ).toBeNull()
      expect(await tokens.readSession(issued, now)).toBeNull()
      expect(await tokens.readPass(issued, now)).toBeNull()
      for (const other of Object.keys(tokenSeconds) as TokenType[]) {
        if (other !== tokenType) expect(await tokens.readToken(other, issued, now)).toBeNull()
      }
    }
  })

  it('are accepted from a machine whose clock is a minute ahead, but aren’t valid for longer', async () => {
    const session = await tokens.issueSession('uid', now, now)
    const pass = await tokens.issuePass('uid', subscribed, now)
    const meter = await tokens.issueMeter(
      { owner: { kind: 'guest', id: 'uid' }, unlocks: [], spent: [], spentByAddress: [] },
      now,
    )
    const link = await tokens.issueToken('unsubscribe', 'uid', now)
    const readAll = (at: Date) => {
      // The other isolate has none of the tokens in its cache.
      const other = keys(`1:${secret(1)}`)
      return Promise.all([
        other.readSession(session, at),
        other.readPass(pass, at),
        other.readMeter(meter, at),
        other.readToken('unsubscribe', link, at),
      ])
    }
    expect(await readAll(after(-60))).not.toContain(null)
    expect(await readAll(after(-61))).toEqual([null, null, null, null])
    expect(await tokens.readSession(session, after(sessionSeconds))).not.toBeNull()
    expect(await keys(`1:${secret(1)}`).readSession(session, after(sessionSeconds + 1))).toBeNull()
    expect(await tokens.readToken('unsubscribe', link, after(1), 1)).toBe('uid')
    expect(await tokens.readToken('unsubscribe', link, after(2), 1)).toBeNull()
  })

  it('are refused with any character changed', async () => {
    const session = await tokens.issueSession('uid', now, now)
    for (let index = 0; index < session.length; index++) {
      const other = session[index] === 'A' ? 'B' : 'A'
      const altered = session.slice(0, index) + other + session.slice(index + 1)
      // The last character of base64url may contain unused bits.
      if (index === session.length - 1) continue
      expect(await tokens.readSession(altered, now)).toBeNull()
    }
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1aWQifQ.', '..', undefined])(
    'are refused if they are %j',
    async (text) => {
      expect(await tokens.readSession(text, now)).toBeNull()
      expect(await tokens.readPass(text, now)).toBeNull()
    },
  )

  it('are refused with a foreign key, or without required claims', async () => {
    const forged = await keys(`1:${secret(9)}`).issueSession('uid', now, now)
    expect(await tokens.readSession(forged, now)).toBeNull()
    const foreign = await new SignJWT({ iat: now.getTime() / 1000, entitled: 'yes' })
      .setProtectedHeader({ alg: 'HS256', typ: 'pass', kid: '1' })
      .setSubject('uid')
      .sign(Buffer.alloc(32, 1))
    expect(await tokens.readPass(foreign, now)).toBeNull()
  })

  it('are accepted with an old key while there is a new one', async () => {
    const old = await tokens.issueSession('uid', now, now)
    const both = keys(`2:${secret(2)},1:${secret(1)}`)
    expect(await both.readSession(old, now)).not.toBeNull()
    expect(await tokens.readSession(await both.issueSession('uid', now, now), now)).toBeNull()
  })
})
