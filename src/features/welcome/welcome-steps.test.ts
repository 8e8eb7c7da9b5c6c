import { expect, it } from 'vitest'
import { getWelcomePage, welcomePages } from './welcome-steps.ts'

it('the welcome leads from the first step to the last and back', () => {
  const there: string[] = []
  for (
    let step = getWelcomePage('/welcome');
    ;
    step = getWelcomePage(step.next.path as '/welcome')
  ) {
    there.push(step.path)
    if (!step.next) break
  }
  expect(there).toEqual(welcomePages.map(({ path }) => path))
  expect(getWelcomePage('/welcome').previous).toBeUndefined()
  expect(getWelcomePage('/welcome/goals').previous?.path).toBe('/welcome/preferences')
  expect(getWelcomePage('/welcome/app')).toMatchObject({ number: 6, next: undefined })
})
