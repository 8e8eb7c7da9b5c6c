import { expect, it } from 'vitest'
import { repeatWhile } from './repeat-while.ts'

const delays = [100, 200, 400]

it.each([
  ['the first answer is final', ['done'], 0],
  ['a later answer is final', ['busy', 'busy', 'done'], 2],
  ['the last answer isn’t', ['busy', 'busy', 'busy', 'busy', 'done'], 3],
])('a call is repeated, later each time: %s', async (_, answers, repeats) => {
  const waits: number[] = []
  const wait = async (milliseconds: number) => waits.push(milliseconds)
  const left = [...answers]
  const answer = await repeatWhile(
    (one) => one === 'busy',
    async () => left.shift(),
    { delays, wait },
  )
  expect(answer).toBe(answers[repeats])
  expect(waits).toHaveLength(repeats)
  waits.forEach((waited, index) => {
    expect(waited).toBeGreaterThanOrEqual(delays[index]!)
    expect(waited).toBeLessThanOrEqual(delays[index]! * 1.2)
  })
})
