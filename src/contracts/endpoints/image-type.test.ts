import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { detectImageType } from './image-type.ts'

const background = { r: 0, g: 90, b: 110 }
const drawn = () => sharp({ create: { width: 8, height: 8, channels: 3, background } })

describe('the type of an image', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('is detected: %s', async (format) => {
    const bytes = await drawn().toFormat(format).toBuffer()
    expect(detectImageType(bytes)).toBe(`image/${format}`)
    expect(detectImageType(bytes.subarray(0, 40))).toBe(`image/${format}`)
  })

  it('is AVIF if AVIF is one of the brands in its box', () => {
    const box = (length: number) =>
      Buffer.from([0, 0, 0, length, ...Buffer.from('ftypmif1\0\0\0\0miafavif')])
    expect(detectImageType(box(24))).toBe('image/avif')
    expect(detectImageType(box(20))).toBeNull()
  })

  it.each(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'RIFF....WAVE', 'GIF90a'])(
    'is null for %j',
    (text) => expect(detectImageType(Buffer.from(text))).toBeNull(),
  )

  it('is looked for in any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        detectImageType(bytes)
      }),
    )
  })
})
