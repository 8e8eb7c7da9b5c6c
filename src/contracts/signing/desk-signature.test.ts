import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  hashBody,
  maxSignatureAge,
  signPreviewFile,
  signPreviewPath,
  signRequest,
  tokenParameter,
  verifyPreview,
  verifyPreviewFile,
  verifyRequest,
} from './desk-signature.ts'
import { keyringSchema } from './keyring.ts'
import { importSigningKeys, type SigningKeys, signToken } from './signed-token.ts'

const secret = (secretByte: string) => secretByte.repeat(43)
const createKeys = (keyring: string) => importSigningKeys(keyringSchema.parse(keyring))
const now = new Date('2026-11-21T12:00:00Z')
const later = (count: number) => new Date(now.getTime() + count * 1000)
const body = new TextEncoder().encode('{"changedAt":"2026-11-21T11:59:59.123456Z"}')
const request = { method: 'POST', path: '/api/webhooks/publish?a=1', body }

let keys: SigningKeys
beforeAll(async () => {
  keys = await createKeys(`1:${secret('a')}`)
})

describe('a signed request', () => {
  it('can be verified, and has a new nonce each time', async () => {
    const [one, other] = [
      await signRequest(request, keys, now),
      await signRequest(request, keys, now),
    ]
    expect(one).not.toBe(other)
    expect(await verifyRequest(request, one, keys, now)).toMatchObject({ ok: true })
  })

  it('states the hash of its body, so that it can be verified without the body', async () => {
    const { method, path } = request
    const verified = await verifyRequest(
      { method, path },
      await signRequest(request, keys, now),
      keys,
      now,
    )
    const bodyHash = createHash('sha256').update(body).digest('hex')
    expect(verified).toMatchObject({ ok: true, value: { bodyHash } })
    expect(await hashBody(body)).toBe(bodyHash)
  })

  it.each([
    ['another method', { method: 'PUT' }],
    ['another path', { path: '/api/webhooks/publish' }],
  ])('is refused with %s', async (_, change) => {
    const header = await signRequest(request, keys, now)
    const failure = { ok: false, failure: 'not_ours' }
    expect(await verifyRequest({ ...request, ...change }, header, keys, now)).toEqual(failure)
  })

  it('is valid for five minutes before and after its time', async () => {
    const header = await signRequest(request, keys, now)
    for (const [secondsApart, ok] of [
      [maxSignatureAge, true],
      [-maxSignatureAge, true],
      [maxSignatureAge + 1, false],
      [-maxSignatureAge - 1, false],
    ] as const) {
      expect(await verifyRequest(request, header, keys, later(secondsApart))).toMatchObject({ ok })
    }
  })

  it('is refused if it states the hash of another body', async () => {
    const other = { ...request, body: new Uint8Array() }
    const [head, , signature] = (await signRequest(request, keys, now)).split('.')
    const [, statedClaims] = (await signRequest(other, keys, now)).split('.')
    const header = [head, statedClaims, signature].join('.')
    const failure = { ok: false, failure: 'not_ours' }
    expect(await verifyRequest(request, header, keys, now)).toEqual(failure)
  })

  it('is refused with any character of its header changed', async () => {
    const header = await signRequest(request, keys, now)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(header.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (place, character) => {
          const alteredHeader = header.slice(0, place) + character + header.slice(place + 1)
          // The last character of base64 has unused bits: 43 characters are 258 bits, but the signature has 256.
          fc.pre(alteredHeader !== header && place !== header.length - 1)
          expect((await verifyRequest(request, alteredHeader, keys, now)).ok).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([undefined, '', 'e30', 'e30.e30.e30'])('can’t be %j', async (header) => {
    const failure = { ok: false, failure: 'not_ours' }
    expect(await verifyRequest(request, header, keys, now)).toEqual(failure)
  })

  it('is accepted with an old key only as long as the key is kept', async () => {
    const header = await signRequest(request, keys, now)
    const rotated = await createKeys(`2:${secret('b')},1:${secret('a')}`)
    expect((await verifyRequest(request, header, rotated, now)).ok).toBe(true)
    const rotatedHeader = decodeProtectedHeader(await signRequest(request, rotated, now))
    expect(rotatedHeader).toEqual({ alg: 'HS256', typ: 'desk-request', kid: '2' })
    const dropped = await createKeys(`2:${secret('b')}`)
    expect((await verifyRequest(request, header, dropped, now)).ok).toBe(false)
    const swappedSignature = await createKeys(`1:${secret('b')}`)
    expect((await verifyRequest(request, header, swappedSignature, now)).ok).toBe(false)
  })
})

describe('a link to a draft', () => {
  const parts = (link: string) => new URL(link, 'http://localhost')
  it('opens its draft until the link expires', async () => {
    const link = parts(await signPreviewPath('a-draft', later(60), keys))
    expect(link.pathname).toBe('/preview/a-draft')
    const token = link.searchParams.get(tokenParameter)
    expect(await verifyPreview('a-draft', token, keys, now)).toEqual(later(60))
    expect(await verifyPreview('a-draft', token, keys, later(60))).toBeNull()
    expect(await verifyPreview('another', token, keys, now)).toBeNull()
  })

  it('can’t be extended, and needs all its parts', async () => {
    const { searchParams } = parts(await signPreviewPath('a-draft', later(60), keys))
    const [head, claims, signature] = searchParams.get(tokenParameter)!.split('.')
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const forever = encode({ sub: 'a-draft', exp: 99_999_999_999 })
    const unsigned = encode({ alg: 'none', typ: 'preview', kid: '1' })
    const tokens = [
      null,
      '',
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${head}.${forever}.${signature}`,
      `${unsigned}.${forever}.`,
      `${unsigned}.${claims}.${signature}`,
      `${head}.${claims}.${'é'.repeat(43)}`,
      await signToken('preview', { sub: 'a-draft' }, keys),
    ]
    for (const token of tokens) {
      expect(await verifyPreview('a-draft', token, keys, now)).toBeNull()
    }
  })
})

describe('a picture of a draft', () => {
  const id = 'a-picture-0123456789abcdef'

  it('can be opened with a signature for the picture and its draft, until the link expires', async () => {
    const token = await signPreviewFile('a-draft', id, later(60), keys)
    expect(await verifyPreviewFile('a-draft', id, token, keys, now)).toEqual(later(60))
    expect(await verifyPreviewFile('a-draft', id, token, keys, later(60))).toBeNull()
    expect(await verifyPreviewFile('another', id, token, keys, now)).toBeNull()
    const other = 'a-picture-fedcba9876543210'
    expect(await verifyPreviewFile('a-draft', other, token, keys, now)).toBeNull()
  })

  it('can’t be opened with a draft’s signature, and its own signature opens no draft', async () => {
    const link = new URL(await signPreviewPath('a-draft', later(60), keys), 'http://localhost')
    const linkToken = link.searchParams.get(tokenParameter)
    expect(await verifyPreviewFile('a-draft', id, linkToken, keys, now)).toBeNull()
    const token = await signPreviewFile('a-draft', id, later(60), keys)
    expect(await verifyPreview('a-draft', token, keys, now)).toBeNull()
  })
})
