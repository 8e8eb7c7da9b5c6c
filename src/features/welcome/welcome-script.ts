/**
 * What the pages of the welcome do beside asking: they remember how far the reader has come, offer to
 * go on from there, lead at the end to where the reader wanted to go, and show what was answered.
 *
 *     <html data-screen="welcome_goals">     the step that this page is
 *     <p data-place="new|under-way|through"> the one that is true shows; `<a data-step>` in it leads on
 *     <a data-way>                           keeps what the reader wanted, or leads there
 *     <li data-answer="india">               shows where it was chosen
 */
import { welcomeSteps } from '../../domain/answers.ts'
import { $preferences, answer, openPreferences } from '../account/preferences-store.ts'
import { steps } from './steps.ts'
import { leadOn, wantedHere } from './way-on.ts'

const wanted = wantedHere(location, document.referrer)
if (wanted) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-way]')) {
    link.href = leadOn(link.pathname, wanted)
  }
}

const here = welcomeSteps.find((step) => step === document.documentElement.dataset.screen)
let isNoted = false

openPreferences()
$preferences.subscribe(({ keeping, answers }) => {
  showAnswers([...answers.categories, ...answers.tags, ...answers.authors, `goal ${answers.goal}`])
  if (keeping === 'starting' || keeping === 'away') return
  showPlace(answers.welcome)
  if (isNoted) return
  isNoted = true
  const { step } = answers.welcome
  const isNews = step === null || (here && welcomeSteps.indexOf(here) > welcomeSteps.indexOf(step))
  if (here && isNews) answer({ step: here })
})

function showAnswers(chosen: readonly string[]) {
  for (const element of document.querySelectorAll<HTMLElement>('[data-answer]')) {
    element.hidden = !chosen.includes(element.dataset.answer ?? '')
  }
}

function showPlace({ step, finished }: ReturnType<typeof $preferences.get>['answers']['welcome']) {
  const farthest = steps.find(({ screen }) => screen === step)
  const isUnderWay = farthest !== undefined && farthest !== steps[0]
  const place = finished ? 'through' : isUnderWay ? 'under-way' : 'new'
  for (const element of document.querySelectorAll<HTMLElement>('[data-place]')) {
    element.hidden = element.dataset.place !== place
    const link = element.querySelector<HTMLAnchorElement>('a[data-step]')
    if (!link || !farthest) continue
    link.href = wanted ? leadOn(farthest.path, wanted) : farthest.path
    link.textContent = farthest.name
  }
}
