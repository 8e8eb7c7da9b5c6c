import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCutFontPath, findCutFonts, parseCutFontPath } from './cut-fonts.ts'

const whole = '/_astro/noto-serif-myanmar-myanmar-400-normal.D-1_x.woff2'

it('the path of a cut font contains the letters, once each and in any order', () => {
  const path = createCutFontPath(whole, 'ခက')
  expect(path).toBe('/_fonts/1/noto-serif-myanmar-myanmar-400-normal.D-1_x.ggg11.woff2')
  expect(createCutFontPath(whole, 'ကခက')).toBe(path)
  expect(createCutFontPath(whole, 'ကခဂ')).not.toBe(path)
})

it('the path of a cut font says what it’s made from', () => {
  const letters = fc.uniqueArray(fc.integer({ min: 0x600, max: 0xfefc }), {
    minLength: 1,
    maxLength: 80,
  })
  fc.assert(
    fc.property(letters, (points) => {
      const text = String.fromCharCode(...points)
      const path = createCutFontPath(whole, text)!
      const name = path.slice(path.lastIndexOf('/') + 1)
      expect(name.split('.')[2]).toMatch(/^[a-z\d]+$/)
      expect(name.length).toBeLessThan(240)
      expect(findCutFonts(`src:url(${path}) format("woff2"),url(${path})`)).toEqual([path])
      expect(parseCutFontPath(path)).toEqual({
        ...{ whole, letters: [...text].sort().join(''), words: [] },
      })
    }),
  )
})

it('the path of a font for words contains them', () => {
  const path = createCutFontPath(whole, 'ابب۔', ['بابا', 'اب', 'اب'])
  expect(path).toBe('/_fonts/1/noto-serif-myanmar-myanmar-400-normal.D-1_x.ni61saw01w1010.woff2')
  expect(parseCutFontPath(path!)).toEqual({ whole, letters: 'اب۔', words: ['اب', 'بابا'] })
})

it('the path of a font for many words has folders', () => {
  const words = Array.from({ length: 20 }, (_, index) =>
    'ابتثجح'.repeat(2).slice(0, index % 12 || 12),
  )
  const path = createCutFontPath(whole, '', [...words, 'حجثتبا'.repeat(20)])!
  for (const name of path.split('/')) expect(name.length).toBeLessThan(240)
  expect(path.split('/').length).toBeGreaterThan(4)
  expect(findCutFonts(path)).toEqual([path])
  expect(parseCutFontPath(path)!.words).toEqual([...new Set(words), 'حجثتبا'.repeat(20)].sort())
})

it.each([
  ['text without letters', whole, ''],
  ['text with very many letters', whole, String.fromCharCode(...Array(81).keys())],
  ['a development server', '/node_modules/@fontsource/a.woff2', 'က'],
  ['a text with very many words', whole, 'ا', ['اب'.repeat(200)]],
])('%s needs no cut font', (_, path, text, words?: string[]) => {
  expect(createCutFontPath(path, text, words)).toBeNull()
})

it.each([whole, '/_fonts/1/a.woff2', '/_fonts/1/../a.b.woff2', '/_fonts/1/a.g.woff2x'])(
  '%s isn’t the path of a cut font',
  (path) => expect(parseCutFontPath(path)).toBeNull(),
)
