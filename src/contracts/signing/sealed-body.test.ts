import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer } from '../../../scripts/build/seal-body.ts'
import { keyringSchema } from './keyring.ts'
import { decryptSealedBody, deriveSealingKeys } from './sealed-body.ts'

const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const keyring = keyringSchema.parse(`1:${secret(1)}`)
const keys = await deriveSealingKeys(keyring)
const sealBody = createSealer(keyring)
const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const body = fc.uint8Array({ maxLength: 3000 }).map((array) => new Uint8Array(array))

describe('encrypted bodies', () => {
  it('decrypt to the original', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (plain) => {
        const sealed = sealBody('a-slug', plain)
        expect(await decryptSealedBody('a-slug', sealed, keys)).toEqual(plain)
      }),
    )
  })

  it('change only if their content, slug or key changes', async () => {
    const once = sealBody('a', bytes('the same'))
    expect(sealBody('a', bytes('the same'))).toEqual(once)
    expect(sealBody('b', bytes('the same'))).not.toEqual(once)
    expect(sealBody('a', bytes('another'))).not.toEqual(once)
  })

  it('never reuse a nonce', async () => {
    const nonces = new Set<string>()
    for (let index = 0; index < 500; index++) {
      const sealed = sealBody(`slug-${index % 7}`, bytes(`body ${index}`))
      nonces.add(Buffer.from(sealed.subarray(2, 14)).toString('hex'))
    }
    expect(nonces.size).toBe(500)
  })

  it('can’t be decrypted for another slug', async () => {
    const sealed = sealBody('mine', bytes('text'))
    expect(await decryptSealedBody('yours', sealed, keys)).toBeNull()
  })

  it('can’t be decrypted with any bit changed', async () => {
    const sealed = sealBody('a', bytes('text of an article'))
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length * 8 - 1), async (bit) => {
        const altered = sealed.slice()
        altered[bit >> 3]! ^= 1 << (bit & 7)
        expect(await decryptSealedBody('a', altered, keys)).toBeNull()
      }),
    )
  })

  it('can’t be decrypted if truncated', async () => {
    const sealed = sealBody('a', bytes('text'))
    for (let length = 0; length < sealed.length; length++) {
      expect(await decryptSealedBody('a', sealed.slice(0, length), keys)).toBeNull()
    }
  })

  it('can be decrypted with an older key', async () => {
    const old = sealBody('a', bytes('text'))
    const bothKeys = keyringSchema.parse(`2:${secret(2)},1:${secret(1)}`)
    const both = await deriveSealingKeys(bothKeys)
    expect(await decryptSealedBody('a', old, both)).toEqual(bytes('text'))
    const fresh = createSealer(bothKeys)('a', bytes('text'))
    expect(fresh[1]).toBe(2)
    expect(await decryptSealedBody('a', fresh, keys)).toBeNull()
  })
})

describe('keyrings in the environment', () => {
  it.each([
    '',
    'not-a-keyring',
    '1:short',
    `256:${secret(1)}`,
    `1:${secret(1)},1:${secret(2)}`,
    `1:${secret(1)};2:${secret(2)}`,
  ])('refuse %j without quoting it', (text) => {
    const parsed = keyringSchema.safeParse(text)
    expect(parsed.success).toBe(false)
    if (text) expect(parsed.error?.message).not.toContain(text)
  })
})
