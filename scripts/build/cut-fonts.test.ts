import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as harfbuzz from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCutFontPath } from '../../src/contracts/site-files/cut-fonts.ts'
import {
  extractArabicWords,
  extractCharacters,
  type WritingSystem,
  writingSystems,
} from '../../src/domain/writing-system.ts'
import { writeCutFonts } from './cut-fonts.ts'

type FontName = WritingSystem | 'Naskh'

const site = mkdtempSync(join(tmpdir(), 'cut-fonts-'))
const names: Readonly<Record<FontName, string>> = {
  Arab: 'noto-nastaliq-urdu-arabic',
  Beng: 'noto-serif-bengali-bengali',
  Deva: 'noto-serif-devanagari-devanagari',
  Gujr: 'noto-serif-gujarati-gujarati',
  Guru: 'noto-serif-gurmukhi-gurmukhi',
  Knda: 'noto-sans-kannada-kannada',
  Mlym: 'noto-serif-malayalam-malayalam',
  Mtei: 'noto-sans-meetei-mayek-meetei-mayek',
  Mymr: 'noto-serif-myanmar-myanmar',
  Naskh: 'noto-naskh-arabic-arabic',
  Olck: 'noto-sans-ol-chiki-ol-chiki',
  Orya: 'noto-sans-oriya-oriya',
  Sinh: 'noto-serif-sinhala-sinhala',
  Taml: 'noto-serif-tamil-tamil',
  Telu: 'noto-serif-telugu-telugu',
  Thaa: 'noto-sans-thaana-thaana',
  Tibt: 'noto-serif-tibetan-tibetan',
}

const getWhole = (font: FontName) => `/_astro/${names[font]}.AbC-12_x.woff2`
const getFile = (font: FontName, text: string, words: readonly string[] = []) =>
  createCutFontPath(getWhole(font), text, words)!.slice(1)
const readBytes = (path: string) => readFileSync(join(site, path))

beforeAll(() => {
  mkdirSync(join(site, '_astro'))
  for (const font of [...writingSystems, 'Naskh'] as const) {
    const [file] = globSync(
      `node_modules/@fontsource*/*/files/${names[font]}-{400,wght}-normal.woff2`,
    )
    copyFileSync(file!, join(site, getWhole(font)))
  }
})
afterAll(() => rmSync(site, { recursive: true }))

async function createShaper(file: Buffer) {
  const bytes = await subsetFont(file, '', { targetFormat: 'sfnt', keepAllGlyphs: true })
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)))
  return (text: string) => {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    harfbuzz.shape(font, buffer)
    return buffer.getGlyphInfosAndPositions().map(({ codepoint, flags: _, ...position }) => ({
      ...position,
      outline: font.glyphToPath(codepoint),
    }))
  }
}

/** Returns strings of one to nine letters and marks, likely and unlikely ones, and letters in several parts. */
function createTexts(system: WritingSystem): string[] {
  const signs = Array.from({ length: 0xffff }, (_, point) => String.fromCharCode(point)).filter(
    (sign) =>
      (extractCharacters(sign, system) && /[\p{L}\p{M}]/u.test(sign)) ||
      /[\u200c\u200d]/.test(sign),
  )
  // A generator of pseudo-random numbers (Park and Miller), so that each run tests the same.
  let seed = 20260131
  const draw = (below: number) => {
    seed = (seed * 16807) % 2147483647
    return seed % below
  }
  const letters = Array.from({ length: 12 }, () => signs[draw(signs.length)]!)
  const createText = () => Array.from({ length: 1 + draw(9) }, () => letters[draw(12)]).join('')
  const parts = signs.map((sign) => sign.normalize('NFD')).filter((text) => text.length > 1)
  return [...Array.from({ length: 60 }, createText), ...parts.slice(0, 20)]
}

it.each([...writingSystems, 'Naskh'] as const)(
  'a font cut for %s shows the page’s letters like the whole font',
  async (font) => {
    const system = font === 'Naskh' ? 'Arab' : font
    const texts = createTexts(system)
    const file = getFile(font, extractCharacters(texts.join(' '), system))
    expect(await writeCutFonts(site, [file], 1)).toEqual([file])
    const [whole, cut] = [readBytes(getWhole(font)), readBytes(file)]
    expect(cut.length).toBeLessThan(whole.length)
    const [shapeWhole, shapeCut] = [await createShaper(whole), await createShaper(cut)]
    for (const text of texts) expect(shapeCut(text), text).toEqual(shapeWhole(text))
  },
)

it('a Burmese word’s font is small', async () => {
  const file = getFile('Mymr', 'သီရိလှိုင်')
  await writeCutFonts(site, [file], 1)
  expect(readBytes(file).length).toBeLessThan(3000)
})

const urdu = 'لاہور کی ایک شام: “Tea House” اور اس کے لوگ۔ می\u200cکند پ\u0647\u0654'
it.each([
  ['an Urdu headline', urdu, extractArabicWords(urdu), 12_000],
  ['any words', '۔', createTexts('Arab').slice(0, 30), 159_000],
])('a font cut for %s shows the words like the whole font', async (_, text, words, maxBytes) => {
  const file = getFile('Arab', extractCharacters(text, 'Arab'), words)
  await writeCutFonts(site, [file], 1)
  const cut = readBytes(file)
  expect(cut.length).toBeLessThan(maxBytes)
  const [shapeWhole, shapeCut] = [
    await createShaper(readBytes(getWhole('Arab'))),
    await createShaper(cut),
  ]
  for (const word of words) {
    for (const line of [word, `${word}۔ ${word}`])
      expect(shapeCut(line), line).toEqual(shapeWhole(line))
  }
})

it('a build makes only a limited number of new fonts', async () => {
  const files = ['ᱥᱟ', 'ᱱᱛ', 'ᱛᱟ'].map((word) => getFile('Olck', word))
  expect(await writeCutFonts(site, files, 1)).toEqual(files.slice(0, 1))
})
