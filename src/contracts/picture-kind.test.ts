import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureKindOf } from './picture-kind.ts'

const background = { r: 0, g: 90, b: 110 }
const drawn = () => sharp({ create: { width: 8, height: 8, channels: 3, background } })

describe('what a picture is', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('%s is seen', async (format) => {
    const bytes = await drawn().toFormat(format).toBuffer()
    expect(pictureKindOf(bytes)).toBe(`image/${format}`)
    // Any but the first bytes may be missing.
    expect(pictureKindOf(bytes.subarray(0, 40))).toBe(`image/${format}`)
  })

  it('is seen where AVIF is one of several brands, and not beyond its box', () => {
    const box = (length: number) =>
      Buffer.from([0, 0, 0, length, ...Buffer.from('ftypmif1\0\0\0\0miafavif')])
    expect(pictureKindOf(box(24))).toBe('image/avif')
    expect(pictureKindOf(box(20))).toBeNull()
  })

  it.each(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'RIFF....WAVE', 'GIF90a'])(
    'is nothing for %j',
    (text) => expect(pictureKindOf(Buffer.from(text))).toBeNull(),
  )

  it('is asked of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        pictureKindOf(bytes)
      }),
    )
  })
})
