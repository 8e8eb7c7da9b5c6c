import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeAnswers, noAnswers } from '../domain/answers.ts'
import { areAnswersDue, type KeptAnswers, parseKeptAnswers } from './kept-answers.ts'

const kept: KeptAnswers = {
  of: 'account',
  checkedAt: 1_790_000_000_000,
  changedAt: 1_790_000_000_500,
  answers: changeAnswers(noAnswers, {
    add: { categories: ['food'], tags: ['sriLanka'], authors: ['a-writer'] },
    goal: '7',
    keepsHistory: true,
    step: 'welcome_app',
    weekly: { wanted: true, leadsWith: 'topics' },
  }),
}

describe('kept answers', () => {
  it('are read back as they were', () => {
    expect(parseKeptAnswers(JSON.stringify(kept))).toEqual(kept)
  })

  it.each([null, '', '{', '[]', '7', 'null', '{"of":"device"}', '{"of":"x","answers":{}}'])(
    'are none where %s stands',
    (stored) => expect(parseKeptAnswers(stored)).toBeNull(),
  )

  it('are of the right kind, whatever stands there', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('device', 'account'), (json, of) => {
        const found =
          parseKeptAnswers(`{"of":"${of}","answers":{"categories":${json},"goal":${json},
          "welcome":${json},"weekly":${json},"tags":[${json}]},"checkedAt":${json}}`)!
        const { answers, checkedAt } = found
        for (const slug of [...answers.categories, ...answers.tags]) {
          expect(slug).toMatch(/^[a-zA-Z0-9-]{1,120}$/)
        }
        expect(typeof checkedAt).toBe('number')
        expect(changeAnswers(noAnswers, { add: answers }).goal).toBeNull()
      }),
    )
  })

  it.each([
    ['none', null, true],
    ['a guest’s', { ...kept, of: 'device' as const }, true],
    ['of an hour ago', kept, false],
    ['of two days ago', { ...kept, checkedAt: kept.checkedAt - 47 * 3_600_000 }, true],
  ])('are due where they are %s: %s', (_, found, expected) => {
    expect(areAnswersDue(found, kept.checkedAt + 3_600_000)).toBe(expected)
  })
})
