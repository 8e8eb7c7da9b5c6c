/**
 * The script of every page, in one file: what it counts, and the menu. What few readers need, or none
 * before the page is there, it loads apart.
 */
import '../features/analytics/page-script.ts'

// Before Safari 26.2, Firefox 144 and Chrome 135.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  void import('../browser/dialog-commands.ts').then((dialogs) => dialogs.openDialogsByCommand())
}

const stories = '.teaser .headline a'
if (document.querySelector(stories)) {
  void import('../browser/fetch-ahead.ts').then(({ fetchAhead }) => fetchAhead(stories))
}

if (document.documentElement.dataset.reader !== 'guest') void import('./reader-script.ts')

/** For whom the session may be another one than the page is made for, by what costs nothing to see. */
function followSession() {
  try {
    const isOfReader = document.documentElement.dataset.reader !== 'guest'
    // The mark of browser/session-mark.ts, and the cookie of contracts/reader-hint.ts.
    if (!isOfReader && !localStorage.session && !/\breader=/.test(document.cookie)) return
  } catch {
    return
  }
  void import('../features/account/follow-session.ts').then((session) => session.followSession())
}

followSession()
// Another tab has begun or ended it, or may have while nobody looked at this one.
for (const event of ['storage', 'pageshow']) addEventListener(event, followSession)
document.addEventListener('visibilitychange', followSession)
