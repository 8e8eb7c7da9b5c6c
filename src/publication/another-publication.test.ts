/** Tests the product's words and routes with another publication's data (testing/harbour/). */
import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { wordsOfOurs } from './testing/words-of-ours.ts'

const asHarbour = ['--import', './src/publication/testing/use-harbour.ts']

function print(script: string, options: readonly string[]): readonly string[] {
  const file = `src/publication/testing/${script}`
  return JSON.parse(execFileSync(process.execPath, [...options, file], { encoding: 'utf8' }))
}

describe('another publication', () => {
  let texts: readonly string[] = []

  beforeAll(() => {
    texts = print('print-texts.ts', asHarbour)
  })

  it.each([
    'Harbour Light',
    'High Tide',
    'every Saturday',
    'for Saturday 28 November 2026',
    'one or twelve months',
    'Twelve months',
    'two or four months',
    'Two free months?',
    'We’ll give you two months of your subscription free. You can take them once in two years.',
    'With the two free months',
    'The retention offer gives two months.',
    'Your two free months have been added to your account',
    'Two free months added',
    'one, two, three, four and five free stories',
    'Your two free months replace two payments.',
    'The price outside Britain and Ireland is £60 a year.',
    '£5 a month',
    'Save £12 a year compared with paying monthly.',
    'Yearly, £60 a year',
    '/category/boats',
  ])('says “%s”', (words) => {
    expect(texts.join('\n')).toContain(words)
  })

  it.each(wordsOfOurs)('never contains “%s”', (words) => {
    expect(texts.filter((text) => text.includes(words))).toEqual([])
  })
})

describe('the Worker', () => {
  it('has no routes for a student plan and a referral programme that aren’t offered', () => {
    expect(print('print-statuses.ts', asHarbour)).toEqual([
      'PUT /api/referral: 404',
      'GET /r/abcdefghjk: 404',
      'GET /r/abcdefghjk/: 404',
      'POST /api/student: 404',
      'POST /api/student/confirmation: 404',
      'GET /api/saved: 401',
    ])
  })

  it('has routes for a student plan and a referral programme that are offered', () => {
    expect(print('print-statuses.ts', [])).toEqual([
      'PUT /api/referral: 401',
      'GET /r/abcdefghjk: 302',
      'GET /r/abcdefghjk/: 302',
      'POST /api/student: 400',
      'POST /api/student/confirmation: 400',
      'GET /api/saved: 401',
    ])
  })
})
