import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from './keyring.ts'
import { deriveSealingKeys, openSealedBody, sealBody } from './sealed-body.ts'

const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const keysOf = (text: string) => deriveSealingKeys(keyringSchema.parse(text))
const keys = await keysOf(`1:${secret(1)}`)
const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const body = fc.uint8Array({ maxLength: 3000 }).map((array) => new Uint8Array(array))

describe('sealed bodies', () => {
  it('open to what was sealed, whatever it was', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (plain) => {
        const sealed = await sealBody('a-slug', plain, keys)
        expect(await openSealedBody('a-slug', sealed, keys)).toEqual(plain)
      }),
    )
  })

  it('keep their bytes when nothing changed, and change when anything did', async () => {
    const once = await sealBody('a', bytes('the same'), keys)
    expect(await sealBody('a', bytes('the same'), keys)).toEqual(once)
    expect(await sealBody('b', bytes('the same'), keys)).not.toEqual(once)
    expect(await sealBody('a', bytes('another'), keys)).not.toEqual(once)
  })

  it('never use a nonce for two messages', async () => {
    const nonces = new Set<string>()
    for (let index = 0; index < 500; index++) {
      const sealed = await sealBody(`slug-${index % 7}`, bytes(`body ${index}`), keys)
      nonces.add(Buffer.from(sealed.subarray(2, 14)).toString('hex'))
    }
    expect(nonces.size).toBe(500)
  })

  it('do not open under another slug', async () => {
    const sealed = await sealBody('mine', bytes('text'), keys)
    expect(await openSealedBody('yours', sealed, keys)).toBeNull()
  })

  it('do not open when any one bit is another', async () => {
    const sealed = await sealBody('a', bytes('text of an article'), keys)
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length * 8 - 1), async (bit) => {
        const altered = sealed.slice()
        altered[bit >> 3]! ^= 1 << (bit & 7)
        expect(await openSealedBody('a', altered, keys)).toBeNull()
      }),
    )
  })

  it('do not open when cut short', async () => {
    const sealed = await sealBody('a', bytes('text'), keys)
    for (let length = 0; length < sealed.length; length++) {
      expect(await openSealedBody('a', sealed.slice(0, length), keys)).toBeNull()
    }
  })

  it('open with an old key while a new one seals', async () => {
    const old = await sealBody('a', bytes('text'), keys)
    const both = await keysOf(`2:${secret(2)},1:${secret(1)}`)
    expect(await openSealedBody('a', old, both)).toEqual(bytes('text'))
    const fresh = await sealBody('a', bytes('text'), both)
    expect(fresh[1]).toBe(2)
    expect(await openSealedBody('a', fresh, keys)).toBeNull()
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
