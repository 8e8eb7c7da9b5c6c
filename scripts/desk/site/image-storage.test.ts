import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { imageIdPattern } from '../../../src/domain/image/image.ts'
import { maxAudioBytes, maxImageBytes } from '../../../src/domain/upload-limits.ts'
import { checkRecording, createImageId, measureImage } from './image-storage.ts'

const drawing = () =>
  sharp({ create: { width: 64, height: 40, channels: 3, background: { r: 200, g: 80, b: 40 } } })
/** A plain colour would compress to almost nothing. */
const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
/** Creates a GIF with four frames. */
const animation = () =>
  sharp(Buffer.from(Array.from({ length: 50 * 200 * 3 }, (_, at) => (at * at) % 251)), {
    raw: { width: 50, height: 200, channels: 3, pageHeight: 50 },
  })
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())

describe('a picture', () => {
  it.each([
    ['image/jpeg', drawing().jpeg()],
    ['image/png', drawing().png()],
    ['image/webp', drawing().webp()],
    ['image/avif', drawing().avif()],
    ['image/gif', drawing().gif()],
  ] as const)('is recognised as %s by its bytes, and measured', async (kind, image) => {
    const value = { kind, width: 64, height: 40 }
    expect(await measureImage(await bytesOf(image))).toEqual({ ok: true, value })
  })

  it('may be animated, but not cut off', async () => {
    const bytes = await bytesOf(animation().gif())
    expect(await measureImage(bytes)).toMatchObject({ value: { width: 50, height: 50 } })
    // Decoders ignore bytes after the end.
    expect(await measureImage(new Uint8Array([...bytes, 0, 1]))).toMatchObject({ ok: true })
    for (let length = 0; length < bytes.length; length += 97)
      expect(await measureImage(bytes.slice(0, length)), `${length}`).toMatchObject({ ok: false })
  })

  it('is measured after rotation', async () => {
    const bytes = await bytesOf(drawing().withMetadata({ orientation: 6 }).jpeg())
    expect(await measureImage(bytes)).toMatchObject({ value: { width: 40, height: 64 } })
  })

  it.each([
    ['text', async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', async () => new Uint8Array()],
    ['TIFF', () => bytesOf(drawing().tiff())],
    ['the beginning of a PNG', async () => (await bytesOf(drawing().png())).slice(0, -40)],
    ['the beginning of a JPEG', async () => (await bytesOf(noise().jpeg())).slice(0, -200)],
    ['the beginning of a WebP', async () => (await bytesOf(noise().webp())).slice(0, -200)],
    ['the beginning of a GIF', async () => (await bytesOf(noise().gif())).slice(0, -200)],
    ['an animation without its end', async () => (await bytesOf(animation().gif())).slice(0, -1)],
    ['too much', async () => new Uint8Array(maxImageBytes + 1)],
  ])('can’t be %s', async (_, bytes) => {
    const answer = await measureImage(await bytes())
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unusable' } })
  })

  it('gets its id from its name and content', () => {
    const bytes = new TextEncoder().encode('picture')
    const hash = /-[0-9a-f]{16}$/.exec(createImageId(bytes, 'x'))![0]
    expect(createImageId(bytes, 'photographs/Señora Ñusta (2).JPG')).toBe(`senora-nusta-2${hash}`)
    expect(createImageId(bytes, 'মুখ.png')).toBe(`image${hash}`)
    expect(createImageId(new Uint8Array([1]), 'x')).not.toBe(createImageId(bytes, 'x'))
  })

  it('has a valid id with any file name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (name, bytes) => {
        expect(createImageId(bytes, name)).toMatch(imageIdPattern)
      }),
    )
  })
})

describe('a recording', () => {
  const recording = (length: number) => {
    const bytes = new Uint8Array(length)
    bytes.set(new TextEncoder().encode('ID3'))
    return bytes
  }

  it('is recognised by its bytes', () => {
    expect(checkRecording(recording(20))).toEqual({ ok: true, value: { kind: 'audio/mpeg' } })
  })

  it.each([
    ['text', () => new TextEncoder().encode('recording.mp3'), /^isn’t a recording/],
    ['too much', () => recording(maxAudioBytes + 1), /the limit is 94371840$/],
  ])('can’t be %s', (_, bytes, reason) => {
    const expected = { ok: false, failure: { reason: expect.stringMatching(reason) } }
    expect(checkRecording(bytes())).toMatchObject(expected)
  })
})
