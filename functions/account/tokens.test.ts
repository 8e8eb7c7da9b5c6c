import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { standing } from '../../src/domain/standing.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { createTokens, type Mark, markSeconds, passGraceSeconds, sessionSeconds } from './tokens.ts'

const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const keys = (text: string) => createTokens(keyringSchema.parse(text))
const tokens = keys(`1:${secret(1)}`)
const now = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const subscribed = standing(
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

describe('session, pass and marks', () => {
  it('come back as they were issued', async () => {
    expect(await tokens.readSession(await tokens.issueSession('uid', now, now), now)).toEqual({
      uid: 'uid',
      issuedAt: now,
      since: now,
    })
    expect(await tokens.readPass(await tokens.issuePass('uid', subscribed, now), now)).toEqual({
      uid: 'uid',
      issuedAt: now,
      standing: subscribed,
    })
  })

  it('are never taken for one another', async () => {
    expect(await tokens.readPass(await tokens.issueSession('uid', now, now), now)).toBeNull()
    expect(await tokens.readSession(await tokens.issuePass('uid', subscribed, now), now)).toBeNull()
    for (const mark of Object.keys(markSeconds) as Mark[]) {
      const issued = await tokens.issueMark(mark, 'uid', now)
      expect(await tokens.readMark(mark, issued, now)).toBe('uid')
      expect(await tokens.readMark(mark, issued, after(markSeconds[mark] + 1))).toBeNull()
      expect(await tokens.readSession(issued, now)).toBeNull()
      expect(await tokens.readPass(issued, now)).toBeNull()
      for (const other of Object.keys(markSeconds) as Mark[]) {
        if (other !== mark) expect(await tokens.readMark(other, issued, now)).toBeNull()
      }
    }
  })

  it('end in their time', async () => {
    const session = await tokens.issueSession('uid', now, now)
    expect(await tokens.readSession(session, after(sessionSeconds - 1))).not.toBeNull()
    expect(await tokens.readSession(session, after(sessionSeconds + 1))).toBeNull()
    const pass = await tokens.issuePass('uid', subscribed, now)
    expect(await tokens.readPass(pass, after(passGraceSeconds + 1))).toBeNull()
  })

  it('are absent when altered in any one character', async () => {
    const session = await tokens.issueSession('uid', now, now)
    for (let index = 0; index < session.length; index++) {
      const other = session[index] === 'A' ? 'B' : 'A'
      const altered = session.slice(0, index) + other + session.slice(index + 1)
      // The last character of base64url may carry bits that mean nothing.
      if (index === session.length - 1) continue
      expect(await tokens.readSession(altered, now)).toBeNull()
    }
  })

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1aWQifQ.', '..', undefined])(
    'are absent when they are %j',
    async (text) => {
      expect(await tokens.readSession(text, now)).toBeNull()
      expect(await tokens.readPass(text, now)).toBeNull()
    },
  )

  it('are absent when signed by somebody else, or for what we do not issue', async () => {
    const forged = await keys(`1:${secret(9)}`).issueSession('uid', now, now)
    expect(await tokens.readSession(forged, now)).toBeNull()
    const strange = await new SignJWT({ iat: now.getTime() / 1000, entitled: 'yes' })
      .setProtectedHeader({ alg: 'HS256', typ: 'pass', kid: '1' })
      .setSubject('uid')
      .sign(Buffer.alloc(32, 1))
    expect(await tokens.readPass(strange, now)).toBeNull()
  })

  it('of an old key are read while a new one signs', async () => {
    const old = await tokens.issueSession('uid', now, now)
    const both = keys(`2:${secret(2)},1:${secret(1)}`)
    expect(await both.readSession(old, now)).not.toBeNull()
    expect(await tokens.readSession(await both.issueSession('uid', now, now), now)).toBeNull()
  })
})
