import { expect, it } from 'vitest'
import { stepAt, steps } from './steps.ts'

it('leads from the first step to the last and back again', () => {
  const there: string[] = []
  for (let step = stepAt('/welcome'); ; step = stepAt(step.after.path as '/welcome')) {
    there.push(step.path)
    if (!step.after) break
  }
  expect(there).toEqual(steps.map(({ path }) => path))
  expect(stepAt('/welcome').before).toBeUndefined()
  expect(stepAt('/welcome/goals').before?.path).toBe('/welcome/preferences')
  expect(stepAt('/welcome/app')).toMatchObject({ number: 6, after: undefined })
})
