/** The steps of the welcome, in their order. Each is a page; none is needed for the next. */
import type { Screen } from '../../contracts/screen.ts'

export type Step = { readonly path: string; readonly screen: Screen; readonly name: string }

export const steps = [
  { path: '/welcome', screen: 'welcome', name: 'Welcome' },
  { path: '/welcome/why', screen: 'welcome_why', name: 'What we are' },
  { path: '/welcome/discover', screen: 'welcome_discover', name: 'Where to begin' },
  { path: '/welcome/preferences', screen: 'welcome_preferences', name: 'What you like' },
  { path: '/welcome/goals', screen: 'welcome_goals', name: 'How much of it' },
  { path: '/welcome/app', screen: 'welcome_app', name: 'Wherever you are' },
] as const satisfies readonly Step[]

export type StepPath = (typeof steps)[number]['path']

/** A step with its number, counted from 1, and its neighbours. */
export function stepAt(path: StepPath) {
  const index = steps.findIndex((step) => step.path === path)
  return {
    ...steps[index]!,
    number: index + 1,
    before: steps[index - 1] as Step | undefined,
    after: steps[index + 1] as Step | undefined,
  }
}
