import { expect, it } from 'vitest'
import { pictureToKeep } from './picture-to-keep.ts'

const id = '/images/wave-0123456789abcdef'
const image = (attributes: Record<string, string>) => ({
  getAttribute: (name: string) => attributes[name] ?? null,
})
const inWidths = (...widths: number[]) =>
  widths.map((width) => `${id}/${width} ${width}w`).join(', ')

it.each([
  ['the narrowest that is wide enough', { srcset: inWidths(640, 1080, 1920) }, `${id}/1080`],
  ['whatever their order', { srcset: inWidths(1920, 640, 1200) }, `${id}/1200`],
  ['the widest of a portrait', { srcset: inWidths(128, 256) }, `${id}/256`],
  ['the only one', { src: `${id}/1080` }, `${id}/1080`],
  ['none of a drawing in the page', { src: 'data:image/svg+xml,<svg/>' }, null],
  ['none of another site', { src: 'https://elsewhere.example/a/b.jpg' }, null],
  ['none where there is none', {}, null],
])('keeps %s', (_, attributes, expected) => {
  expect(pictureToKeep(image(attributes as Record<string, string>))).toBe(expected)
})
