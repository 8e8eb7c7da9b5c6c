import { expect, it } from 'vitest'
import { pickImageToCache } from './image-to-cache.ts'

const id = '/images/wave-0123456789abcdef'
const makeImage = (attributes: Record<string, string>) => ({
  getAttribute: (name: string) => attributes[name] ?? null,
})
const imageInWidths = (...widths: number[]) =>
  widths.map((width) => `${id}/${width} ${width}w`).join(', ')

it.each([
  ['the narrowest that is wide enough', { srcset: imageInWidths(640, 1080, 1920) }, `${id}/1080`],
  [
    'the narrowest that is wide enough, whatever the order',
    { srcset: imageInWidths(1920, 640, 1200) },
    `${id}/1200`,
  ],
  ['the widest of a portrait', { srcset: imageInWidths(128, 256) }, `${id}/256`],
  ['the only one', { src: `${id}/1080` }, `${id}/1080`],
  ['missing for a drawing in the page', { src: 'data:image/svg+xml,<svg/>' }, null],
  ['missing for another site’s image', { src: 'https://elsewhere.example/a/b.jpg' }, null],
  ['missing without an image', {}, null],
])('the image to cache is %s', (_, attributes, expected) => {
  expect(pickImageToCache(makeImage(attributes as Record<string, string>))).toBe(expected)
})
