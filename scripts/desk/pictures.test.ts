import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { largestPicture } from '../../src/contracts/publishing.ts'
import { pictureIdPattern } from '../../src/domain/picture.ts'
import { measurePicture, pictureId } from './pictures.ts'

const drawing = () =>
  sharp({ create: { width: 64, height: 40, channels: 3, background: { r: 200, g: 80, b: 40 } } })
/** Not a plain colour, so that every part of the file matters. */
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
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())

describe('a picture', () => {
  it.each([
    ['image/jpeg', drawing().jpeg()],
    ['image/png', drawing().png()],
    ['image/webp', drawing().webp()],
    ['image/avif', drawing().avif()],
    ['image/gif', drawing().gif()],
  ] as const)('is known for %s by its bytes, and measured', async (kind, image) => {
    const value = { kind, width: 64, height: 40 }
    expect(await measurePicture(await bytesOf(image))).toEqual({ ok: true, value })
  })

  it('that lies on its side is measured as it is seen', async () => {
    const bytes = await bytesOf(drawing().withMetadata({ orientation: 6 }).jpeg())
    expect(await measurePicture(bytes)).toMatchObject({ value: { width: 40, height: 64 } })
  })

  it.each([
    ['text', async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', async () => new Uint8Array()],
    ['TIFF', () => bytesOf(drawing().tiff())],
    ['the beginning of a PNG', async () => (await bytesOf(drawing().png())).slice(0, -40)],
    ['the beginning of a JPEG', async () => (await bytesOf(noise().jpeg())).slice(0, -200)],
    ['the beginning of a WebP', async () => (await bytesOf(noise().webp())).slice(0, -200)],
    ['too much', async () => new Uint8Array(largestPicture + 1)],
  ])('is not %s', async (_, bytes) => {
    const answer = await measurePicture(await bytes())
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unusable' } })
  })

  it('is named by its words and its content', () => {
    const bytes = new TextEncoder().encode('picture')
    const hash = /-[0-9a-f]{16}$/.exec(pictureId(bytes, 'x'))![0]
    expect(pictureId(bytes, 'photographs/Señora Ñusta (2).JPG')).toBe(`senora-nusta-2${hash}`)
    expect(pictureId(bytes, 'মুখ.png')).toBe(`picture${hash}`)
    expect(pictureId(new Uint8Array([1]), 'x')).not.toBe(pictureId(bytes, 'x'))
  })

  it('has a valid name whatever its file is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (name, bytes) => {
        expect(pictureId(bytes, name)).toMatch(pictureIdPattern)
      }),
    )
  })
})
