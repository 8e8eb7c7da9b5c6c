import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { measurePicture } from './measure-picture.ts'

const source = () =>
  sharp({ create: { width: 37, height: 21, channels: 3, background: { r: 200, g: 20, b: 20 } } })

const toBytes = async (picture: ReturnType<typeof source>) =>
  Uint8Array.from(await picture.toBuffer())

describe('a picture', () => {
  it.each<[string, () => ReturnType<typeof source>]>([
    ['image/jpeg', () => source().jpeg()],
    ['image/jpeg', () => source().jpeg({ progressive: true })],
    ['image/png', () => source().png()],
    ['image/gif', () => source().gif()],
    ['image/webp', () => source().webp()],
    ['image/webp', () => source().webp({ lossless: true })],
    ['image/webp', () => source().ensureAlpha(0.5).webp()],
    ['image/avif', () => source().avif({ effort: 0 })],
  ])('is measured unchanged: type %s', async (kind, create) => {
    expect(measurePicture(await toBytes(create()))).toEqual({ kind, width: 37, height: 21 })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is measured as it’s shown: orientation %i',
    async (orientation) => {
      const bytes = await toBytes(source().jpeg().withMetadata({ orientation }))
      const { autoOrient } = await sharp(bytes).metadata()
      expect(measurePicture(bytes)).toEqual({ kind: 'image/jpeg', ...autoOrient })
    },
  )

  it('is never measured wrongly if it ends too early, and isn’t recognised if it isn’t an image', async () => {
    const whole = await Promise.all([
      toBytes(source().jpeg()),
      toBytes(source().png()),
      toBytes(source().webp()),
      toBytes(source().avif({ effort: 0 })),
      toBytes(source().gif()),
    ])
    for (const bytes of whole) {
      for (let length = 0; length < Math.min(bytes.length, 400); length++) {
        const measured = measurePicture(bytes.slice(0, length))
        if (measured) expect(measured).toMatchObject({ width: 37, height: 21 })
      }
    }
    const text = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    expect(measurePicture(new TextEncoder().encode(text))).toBeNull()
  })

  it('doesn’t loop for ever if its boxes or segments have false lengths', () => {
    const avif = '\0\0\0\x14ftypavif\0\0\0\0avif'
    const hostile = [
      '\xff\xd8\xff\xe1\0\0',
      '\xff\xd8\xff\xff\xff\xff',
      `${avif}\0\0\0\0\x01\x02\x03\x04`,
      `${avif}\0\0\0\x08meta`,
    ]
    for (const text of hostile)
      expect(measurePicture(Uint8Array.from(Buffer.from(text, 'latin1')))).toBeNull()
  })
})
