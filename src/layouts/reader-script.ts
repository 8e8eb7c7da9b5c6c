/** What every page does for a signed-in reader, and for nobody else. */
import { areAnswersDue, readKeptAnswers } from '../browser/kept-answers.ts'
import { endpoints } from '../contracts/endpoints.ts'
import { finish, followSession } from '../features/account/follow-session.ts'
import { $sessionEnded, $subscription, readHint } from '../features/account/subscription-store.ts'
import './reading-script.ts'

readHint()
followSession()
for (const event of ['storage', 'pageshow', 'visibilitychange']) {
  addEventListener(event, followSession)
}

// The header goes by the hint until the server's word is there.
$subscription.listen(() => {})
$sessionEnded.listen((hasEnded) => {
  if (hasEnded) void finish()
})

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (!form.matches(`[action="${endpoints.logOut}"]`)) return
  event.preventDefault()
  // Without what does it better, the form does it.
  import('./log-out.ts').then(
    ({ logOut }) => logOut(form),
    () => form.submit(),
  )
})

if (areAnswersDue(readKeptAnswers(), Date.now())) {
  void import('../features/account/preferences-store.ts').then((store) => store.openPreferences())
}

// Its room is kept where this device knows what they like; on another it is looked up first.
if (document.getElementById('for-you')) void import('../features/articles/for-you.ts')

void import('../features/saved/save-buttons.ts').then((buttons) => buttons.startSaving())
