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

  it('isn’t recognised if it ends too early or isn’t an image', async () => {
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
    const hostile = [
      [0xff, 0xd8, 0xff, 0xe1, 0, 0],
      [0xff, 0xd8, 0xff, 0xff, 0xff, 0xff],
      [
        0,
        0,
        0,
        20,
        ...Buffer.from('ftypavif'),
        0,
        0,
        0,
        0,
        ...Buffer.from('avif'),
        0,
        0,
        0,
        0,
        1,
        2,
        3,
        4,
      ],
      [
        0,
        0,
        0,
        20,
        ...Buffer.from('ftypavif'),
        0,
        0,
        0,
        0,
        ...Buffer.from('avif'),
        0,
        0,
        0,
        8,
        ...Buffer.from('meta'),
      ],
    ]
    for (const bytes of hostile) expect(measurePicture(Uint8Array.from(bytes))).toBeNull()
  })
})
