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

document.querySelector('[data-log-out]')?.addEventListener('click', async (event) => {
  const button = event.currentTarget as HTMLButtonElement
  const { logOut } = await import('./log-out.ts')
  await logOut(button)
})

if (document.documentElement.dataset.reader !== 'guest') void import('./reader-script.ts')

if (import.meta.env.PROD)
  addEventListener('load', () => import('../features/offline/start-offline.ts'))
