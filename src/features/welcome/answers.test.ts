import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noAnswers, parseAnswers } from './answers.ts'

it('reads back what was kept', () => {
  const answers = { topics: ['/category/food', '/tag/india'], goal: '3' }
  expect(parseAnswers(JSON.stringify(answers))).toEqual(answers)
})

it.each([null, '', '{', '[]', '7', 'null', '"x"', '{"topics":{},"goal":3}'])(
  'takes %s for no answers',
  (stored) => expect(parseAnswers(stored)).toEqual(noAnswers),
)

it('gives answers of the right kind, whatever was kept', () => {
  fc.assert(
    fc.property(fc.json(), (stored) => {
      const { topics, goal } = parseAnswers(stored)
      expect(topics.every((topic) => typeof topic === 'string')).toBe(true)
      expect(typeof goal).toBe('string')
    }),
  )
})
