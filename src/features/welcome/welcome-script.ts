/**
 * Records the step, offers to resume, keeps the page to return to, and shows the reader's choices.
 *     <html data-page-name="welcome_goals">      this page's step
 *     <p data-progress="new|started|finished">   only the current one is shown, with `<a data-resume-link>`
 *     <a data-keep-return>                       keeps the page to return to, or leads there
 *     <li data-preference="india">               shown if the reader has chosen it
 */
import { welcomeSteps } from '../../domain/preferences/preferences.ts'
import { $preferences, loadPreferences, updatePreferences } from '../settings/preferences-store.ts'
import { findReturnPath, withReturnPath } from './return-after-welcome.ts'
import { welcomePages } from './welcome-steps.ts'

const returnPath = findReturnPath(location, document.referrer)
if (returnPath) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-return]')) {
    link.href = withReturnPath(link.pathname, returnPath)
  }
}

const currentStep = welcomeSteps.find((step) => step === document.documentElement.dataset.pageName)
let isRecorded = false

loadPreferences()
$preferences.subscribe(({ storage, preferences }) => {
  showPreferences([
    ...preferences.categories,
    ...preferences.tags,
    ...preferences.authors,
    `goal ${preferences.goal}`,
  ])
  if (storage === 'loading' || storage === 'unavailable') return
  showProgress(preferences.welcome)
  if (isRecorded) return
  isRecorded = true
  const { step } = preferences.welcome
  const isFurther =
    step === null || (currentStep && welcomeSteps.indexOf(currentStep) > welcomeSteps.indexOf(step))
  if (currentStep && isFurther) updatePreferences({ step: currentStep })
})

function showPreferences(chosen: readonly string[]) {
  for (const element of document.querySelectorAll<HTMLElement>('[data-preference]')) {
    element.hidden = !chosen.includes(element.dataset.preference ?? '')
  }
}

function showProgress({
  step,
  finished,
}: ReturnType<typeof $preferences.get>['preferences']['welcome']) {
  const furthestPage = welcomePages.find(({ pageName }) => pageName === step)
  const isStarted = furthestPage !== undefined && furthestPage !== welcomePages[0]
  const progress = finished ? 'finished' : isStarted ? 'started' : 'new'
  for (const element of document.querySelectorAll<HTMLElement>('[data-progress]')) {
    element.hidden = element.dataset.progress !== progress
    const link = element.querySelector<HTMLAnchorElement>('a[data-resume-link]')
    if (!link || !furthestPage) continue
    link.href = returnPath ? withReturnPath(furthestPage.path, returnPath) : furthestPage.path
    link.textContent = furthestPage.name
  }
}
