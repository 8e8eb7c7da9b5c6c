import { describe, expect, it } from 'vitest'
import { day } from '../../domain/duration.ts'
import { isPopUpDue, noteArticle, parsePopUpMemory } from './pop-up-store.ts'

const now = Date.UTC(2026, 10, 23)
const second = { slug: 'second', now, isFirstPage: false }

describe('the panel for The Weekly', () => {
  it.each([
    ['the first article', {}, second, false],
    ['the same article again', { article: 'second' }, second, false],
    ['the second article', { article: 'first' }, second, true],
    ['the first page of a visit', { article: 'first' }, { ...second, isFirstPage: true }, false],
    ['29 days later', { article: 'first', shownAt: now - 29 * day }, second, false],
    ['31 days later', { article: 'first', shownAt: now - 31 * day }, second, true],
    ['a clock set back', { article: 'first', shownAt: now + day }, second, false],
    ['a clock set back by a year', { article: 'first', shownAt: now + 365 * day }, second, true],
  ])('is due only on a second article, and once in 30 days: %s', (_, memory, current, isDue) => {
    expect(isPopUpDue(memory, current)).toBe(isDue)
  })

  it.each([
    ['the first article', {}, '', { article: 'a' }],
    [
      'another',
      { article: 'first', shownAt: 5 },
      '?utm_source=share',
      { article: 'first', shownAt: 5 },
    ],
    [
      'a visit from an issue as if the panel had been shown',
      { article: 'first' },
      '?utm_source=the-weekly',
      { article: 'first', shownAt: now },
    ],
  ])('stores %s', (_, memory, search, noted) => {
    expect(noteArticle(memory, { slug: 'a', now, search })).toEqual(noted)
  })

  it.each([null, '', '{', 'null', '5', '"x"'])('ignores the invalid stored value %j', (stored) => {
    expect(parsePopUpMemory(stored)).toEqual({})
  })
})
