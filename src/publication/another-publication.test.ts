/** The product's words once its data is another publication's (testing/harbour/). */
import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { wordsOfOurs } from './testing/words-of-ours.ts'

let texts: readonly string[] = []

beforeAll(() => {
  const output = execFileSync(
    process.execPath,
    [
      '--import',
      './src/publication/testing/use-harbour.ts',
      'src/publication/testing/print-texts.ts',
    ],
    { encoding: 'utf8' },
  )
  texts = JSON.parse(output)
})

describe('another publication', () => {
  it.each([
    'Harbour Light',
    'High Tide',
    'every Saturday',
    'for Saturday 28 November 2026',
    'one or twelve months',
    'Twelve months',
    'Outside Britain and Ireland it’s £60 a year.',
    '£5 a month',
    'Save £12 a year compared with paying monthly.',
    'Yearly, £60 a year',
    '/category/boats',
  ])('says “%s”', (words) => {
    expect(texts.join('\n')).toContain(words)
  })

  it.each(wordsOfOurs)('says nothing of “%s”', (words) => {
    expect(texts.filter((text) => text.includes(words))).toEqual([])
  })
})
