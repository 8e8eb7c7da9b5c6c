import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type DeskKeys,
  deriveDeskKeys,
  hashBody,
  signatureSeconds,
  signPreviewPath,
  signPreviewPicture,
  signRequest,
  verifyPreview,
  verifyPreviewPicture,
  verifyRequest,
} from './desk-signature.ts'
import { keyringSchema } from './keyring.ts'

const secret = (letter: string) => letter.repeat(43)
const keysOf = (keyring: string) => deriveDeskKeys(keyringSchema.parse(keyring))
const now = new Date('2026-11-21T12:00:00Z')
const later = (count: number) => new Date(now.getTime() + count * 1000)
const body = new TextEncoder().encode('{"changedAt":"2026-11-21T11:59:59.123456Z"}')
const request = { method: 'POST', path: '/api/webhooks/publish?a=1', body }

let keys: DeskKeys
beforeAll(async () => {
  keys = await keysOf(`1:${secret('a')}`)
})

describe('a signed request', () => {
  it('is known again, and its nonce is another each time', async () => {
    const [one, other] = [
      await signRequest(request, keys, now),
      await signRequest(request, keys, now),
    ]
    expect(one).not.toBe(other)
    expect(await verifyRequest(request, one, keys, now)).toMatchObject({ ok: true })
  })

  it('states what its body hashes to, so that it is verified without the body', async () => {
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

  it('is good for five minutes before and after its time', async () => {
    const header = await signRequest(request, keys, now)
    for (const [apart, ok] of [
      [signatureSeconds, true],
      [-signatureSeconds, true],
      [signatureSeconds + 1, false],
      [-signatureSeconds - 1, false],
    ] as const) {
      expect(await verifyRequest(request, header, keys, later(apart))).toMatchObject({ ok })
    }
  })

  it('is refused where it states another body', async () => {
    const other = { ...request, body: new Uint8Array() }
    const [own, stated] = await Promise.all(
      [request, other].map(
        async (each) => /body=(\w+)/.exec(await signRequest(each, keys, now))![1]!,
      ),
    )
    const header = (await signRequest(request, keys, now)).replace(own!, stated!)
    const failure = { ok: false, failure: 'not_ours' }
    expect(await verifyRequest(request, header, keys, now)).toEqual(failure)
  })

  it('is refused where any character of the header is another', async () => {
    const header = await signRequest(request, keys, now)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(header.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (place, character) => {
          const altered = header.slice(0, place) + character + header.slice(place + 1)
          // The last letter of base64 has bits that say nothing: 43 letters are 258 bits of 256.
          fc.pre(altered !== header && place !== header.length - 1)
          expect((await verifyRequest(request, altered, keys, now)).ok).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([undefined, '', 'key=1', 'signature=x'])('is not %j', async (header) => {
    const failure = { ok: false, failure: 'malformed' }
    expect(await verifyRequest(request, header, keys, now)).toEqual(failure)
  })

  it('is taken from an old key while it is kept, and no longer', async () => {
    const header = await signRequest(request, keys, now)
    const rotated = await keysOf(`2:${secret('b')},1:${secret('a')}`)
    expect((await verifyRequest(request, header, rotated, now)).ok).toBe(true)
    expect(await signRequest(request, rotated, now)).toMatch(/^key=2,/)
    const dropped = await keysOf(`2:${secret('b')}`)
    expect((await verifyRequest(request, header, dropped, now)).ok).toBe(false)
    // The same id with another secret is another key.
    const exchanged = await keysOf(`1:${secret('b')}`)
    expect((await verifyRequest(request, header, exchanged, now)).ok).toBe(false)
  })
})

describe('a link to a draft', () => {
  const parts = (link: string) => new URL(link, 'http://localhost')
  it('opens this draft until its time', async () => {
    const link = parts(await signPreviewPath('a-draft', later(60), keys))
    expect(link.pathname).toBe('/preview/a-draft')
    expect(await verifyPreview('a-draft', link.searchParams, keys, now)).toBe(true)
    expect(await verifyPreview('a-draft', link.searchParams, keys, later(60))).toBe(false)
    expect(await verifyPreview('another', link.searchParams, keys, now)).toBe(false)
  })

  it('cannot be made to last, and needs all its parts', async () => {
    const { searchParams } = parts(await signPreviewPath('a-draft', later(60), keys))
    for (const name of ['key', 'until', 'signature']) {
      for (const value of [null, '', '9', '99999999999', 'é'.repeat(43)]) {
        const query = new URLSearchParams(searchParams)
        if (value === null) query.delete(name)
        else query.set(name, value)
        expect(await verifyPreview('a-draft', query, keys, now)).toBe(false)
      }
    }
  })
})

describe('a picture of a draft', () => {
  const id = 'a-picture-0123456789abcdef'

  it('is opened by a signature that names it and its draft, until the time of the link', async () => {
    const query = await signPreviewPicture('a-draft', id, later(60), keys)
    expect(await verifyPreviewPicture('a-draft', id, query, keys, now)).toBe(true)
    expect(await verifyPreviewPicture('a-draft', id, query, keys, later(60))).toBe(false)
    expect(await verifyPreviewPicture('another', id, query, keys, now)).toBe(false)
    const other = 'a-picture-fedcba9876543210'
    expect(await verifyPreviewPicture('a-draft', other, query, keys, now)).toBe(false)
  })

  it('is opened by no link to a draft, and opens no draft', async () => {
    const link = new URL(await signPreviewPath('a-draft', later(60), keys), 'http://localhost')
    expect(await verifyPreviewPicture('a-draft', id, link.searchParams, keys, now)).toBe(false)
    const query = await signPreviewPicture('a-draft', id, later(60), keys)
    expect(await verifyPreview('a-draft', query, keys, now)).toBe(false)
  })
})
