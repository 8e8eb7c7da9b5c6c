/**
 * The script of every page, in one file: what it counts, and the menu. What few readers need, or none
 * before the page is there, it loads apart.
 */
import '../features/analytics/page-script.ts'
import '../browser/dialog-commands.ts'

const stories = '.teaser .headline a'
if (document.querySelector(stories)) {
  void import('../browser/fetch-ahead.ts').then((links) => links.fetchAhead(stories))
}

if (document.querySelector('#for-you:not([hidden])')) void import('../features/articles/for-you.ts')

if (!document.documentElement.dataset.country) void import('../browser/unknown-country.ts')

/** Loads what sees to the session, where there is one, or there was, or another tab has begun one. */
function followSession() {
  if (document.documentElement.dataset.reader !== 'guest') return void import('./reader-script.ts')
  try {
    // browser/session-mark.ts, contracts/reader-hint.ts
    if (!localStorage.session && !/\breader=/.test(document.cookie)) return
  } catch {
    return
  }
  void import('../features/account/follow-session.ts').then((session) => session.followSession())
}

followSession()
for (const event of ['storage', 'pageshow', 'visibilitychange']) {
  addEventListener(event, followSession)
}

addEventListener('load', () => import('./loaded-page-script.ts'))
