/** Every page's script for signed-in readers. */
import { readCookie } from '../browser/cookie.ts'
import { arePreferencesStale, readDevicePreferences } from '../browser/device-preferences.ts'
import { readerHintCookie, splitRole } from '../contracts/cookies/reader-hint-cookie.ts'
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { completeSignOut, syncSession } from '../features/session/follow-session.ts'
import {
  $sessionEnded,
  $subscription,
  applyReaderHint,
} from '../features/session/subscription-store.ts'
import './saved-and-history-script.ts'

applyReaderHint()
if (splitRole(readCookie(readerHintCookie))[1])
  void import('../features/newsroom/staff-links.ts').then((links) => links.addStaffLinks())
void syncSession()
for (const event of ['storage', 'pageshow', 'visibilitychange']) {
  addEventListener(event, syncSession)
}

// Subscribing to the store fetches the subscription for the header, which shows the hint until then.
$subscription.listen(() => {})
$sessionEnded.listen((hasEnded) => {
  if (hasEnded) void completeSignOut()
})

const logOutPath: EndpointPath<'POST /api/log-out'> = '/api/log-out'

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (!form.matches(`[action="${logOutPath}"]`)) return
  event.preventDefault()
  // If the script doesn't load, the browser submits the form.
  import('./log-out-form.ts').then(
    ({ logOut }) => logOut(form),
    () => form.submit(),
  )
})

if (arePreferencesStale(readDevicePreferences(), Date.now())) {
  void import('../features/settings/preferences-store.ts').then((store) => store.loadPreferences())
}

// If no preferences are stored, they are fetched first.
if (document.getElementById('for-you')) void import('../features/articles/fill-for-you.ts')

void import('../features/saved/save-buttons.ts').then((buttons) => buttons.startSaveButtons())
