/** Every page's script, in one file. Code for few readers, or for later, is imported on demand. */
import '../features/analytics/analytics-script.ts'
import { isTrackingEnabled } from '../browser/analytics.ts'
import '../browser/dialog-commands.ts'
import { showSignUp } from '../browser/weekly-sign-up.ts'

if (document.querySelector('#for-you:not([hidden])'))
  void import('../features/articles/fill-for-you.ts')

// The server sets this cookie to make pages ask for consent (contracts/cookies/consent-cookie.ts).
if (isTrackingEnabled && /\bconsent=ask/.test(document.cookie))
  void import('../features/consent/ask-for-consent.ts').then((consent) => consent.askForConsent())

/** A guest's paywall loads once it's near (later-script.ts). */
function startStory() {
  const { open, reader } = document.documentElement.dataset
  if ((open !== undefined || reader !== 'guest') && document.querySelector('[data-body-slot]'))
    void import('../features/paywall/reader-story.ts').then((story) => story.startReaderStory())
}

startStory()

/** Imports the session code if there is a session, was one, or another tab has started one. */
function followSession() {
  if (document.documentElement.dataset.reader !== 'guest')
    return void import('./signed-in-script.ts')
  try {
    // See browser/session-id.ts and contracts/cookies/reader-hint-cookie.ts.
    if (!localStorage.session && !/\breader=/.test(document.cookie)) return
  } catch {
    return
  }
  void import('../features/session/follow-session.ts').then(async (session) => {
    await session.syncSession()
    // A reader has signed in, and the page can't be reloaded.
    startStory()
  })
}

followSession()
for (const event of ['storage', 'pageshow', 'visibilitychange']) {
  addEventListener(event, followSession)
  addEventListener(event, showSignUp)
}
