import { expect, it, vi } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { createTokens, meterSeconds, passGraceSeconds, sessionSeconds } from './session-tokens.ts'
import { rememberVerified } from './verified-tokens.ts'

const secret = Buffer.alloc(32, 1).toString('base64url')
const now = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const issuedAt = now.getTime() / 1000

/** Creates a text in the format of a token; it's accepted if its signature begins with `y`. */
const createToken = (name: string, isValid = true) =>
  `head.${name}.${(isValid ? 'y' : 'n').padEnd(43, 'A')}`

function createReader({ lifetime = 60, maxBytes = 100_000 } = {}) {
  const verified: string[] = []
  const read = rememberVerified(
    async (token) => {
      verified.push(token!)
      const [, name, signature] = token!.split('.')
      return signature?.startsWith('y') ? { iat: issuedAt, name } : null
    },
    lifetime,
    maxBytes,
  )
  return { read, verified }
}

it('a token is verified once', async () => {
  const { read, verified } = createReader()
  for (const name of ['ama', 'nimal', 'ama', 'nimal', 'ama']) {
    expect(await read(createToken(name), now)).toEqual({ iat: issuedAt, name })
  }
  expect(verified).toEqual([createToken('ama'), createToken('nimal')])
})

it('a cached token is refused once it has expired', async () => {
  const { read } = createReader({ lifetime: 60 })
  const token = createToken('ama')
  expect(await read(token, now)).not.toBeNull()
  expect(await read(token, after(60))).not.toBeNull()
  expect(await read(token, after(61))).toBeNull()
})

it('a cached token from a clock that is at most a minute ahead is accepted', async () => {
  const { read } = createReader()
  const token = createToken('ama')
  await read(token, now)
  expect(await read(token, after(-60))).not.toBeNull()
  expect(await read(token, after(-61))).toBeNull()
})

it('an invalid token is verified every time, and evicts no other token', async () => {
  const { read, verified } = createReader({ maxBytes: 300 })
  await read(createToken('ama'), now)
  for (let each = 0; each < 1000; each++) {
    expect(await read(createToken(`forged-${each % 2}`, false), now)).toBeNull()
  }
  await read(createToken('ama'), now)
  expect(verified).toHaveLength(1001)
})

it('the token used longest ago is evicted', async () => {
  const { read, verified } = createReader({ maxBytes: 4 * createToken('1').length })
  for (const name of ['1', '2', '1', '3', '1', '2']) await read(createToken(name), now)
  expect(verified).toEqual(['1', '2', '3', '2'].map((name) => createToken(name)))
})

it('only tokens in the form in which they are issued are cached', async () => {
  const { read, verified } = createReader()
  const token = createToken('ama')
  for (const variant of [`${token} `, `${token}=`, token.replace('AA', 'A A')]) {
    await read(variant, now)
    await read(variant, now)
  }
  expect(verified).toHaveLength(6)
})

const tokens = createTokens(keyringSchema.parse(`1:${secret}`))
const guestEntitlement = resolveEntitlement(null, now)

it('caching doesn’t make sessions or passes valid for longer', async () => {
  const session = await tokens.issueSession('ama', now, now)
  const pass = await tokens.issuePass('ama', guestEntitlement, now)
  for (let use = 0; use < 3; use++) {
    expect(await tokens.readSession(session, after(sessionSeconds))).not.toBeNull()
    expect(await tokens.readSession(session, after(sessionSeconds + 1))).toBeNull()
    expect(await tokens.readPass(pass, after(passGraceSeconds))).not.toBeNull()
    expect(await tokens.readPass(pass, after(passGraceSeconds + 1))).toBeNull()
  }
})

it('a meter’s cookie is verified once, and isn’t valid for longer', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  const meter = {
    owner: { kind: 'guest', id: 'g' } as const,
    unlocks: [{ slug: 'a-story', at: now, way: 'free' } as const],
    spent: [],
    spentByAddress: [],
  }
  const token = await tokens.issueMeter(meter, now)
  for (let use = 0; use < 3; use++) {
    expect(await tokens.readMeter(token, after(meterSeconds))).toEqual(meter)
    expect(await tokens.readMeter(token, after(meterSeconds + 1))).toBeNull()
  }
  expect(verify).toHaveBeenCalledOnce()
  verify.mockRestore()
})

it('a cached session is never taken for a pass, and one reader is never taken for another', async () => {
  for (const uid of ['ama', 'nimal']) {
    const session = await tokens.issueSession(uid, now, now)
    const pass = await tokens.issuePass(uid, guestEntitlement, now)
    for (let use = 0; use < 2; use++) {
      expect((await tokens.readSession(session, now))?.uid).toBe(uid)
      expect((await tokens.readPass(pass, now))?.uid).toBe(uid)
      expect(await tokens.readPass(session, now)).toBeNull()
      expect(await tokens.readSession(pass, now)).toBeNull()
    }
    // After a token has been cached, the same text with one character changed is still another token.
    expect(await tokens.readSession(`${session.slice(0, -2)}xx`, now)).toBeNull()
  }
})
