/** The steps in order. No step requires another. */
import type { PageName } from '../../contracts/analytics/page-name.ts'

export type WelcomePage = {
  readonly path: string
  readonly pageName: PageName
  readonly name: string
}

export const welcomePages = [
  { path: '/welcome', pageName: 'welcome', name: 'Welcome' },
  { path: '/welcome/why', pageName: 'welcome_why', name: 'Who we are' },
  { path: '/welcome/discover', pageName: 'welcome_discover', name: 'Where to start' },
  { path: '/welcome/preferences', pageName: 'welcome_preferences', name: 'What you like' },
  { path: '/welcome/goals', pageName: 'welcome_goals', name: 'Reading goal' },
  { path: '/welcome/app', pageName: 'welcome_app', name: 'Get the apps' },
] as const satisfies readonly WelcomePage[]

export type WelcomePath = (typeof welcomePages)[number]['path']

/** `number` starts at 1. */
export function getWelcomePage(path: WelcomePath) {
  const index = welcomePages.findIndex((step) => step.path === path)
  return {
    ...welcomePages[index]!,
    number: index + 1,
    previous: welcomePages[index - 1] as WelcomePage | undefined,
    next: welcomePages[index + 1] as WelcomePage | undefined,
  }
}
