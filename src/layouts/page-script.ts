/** The script of every page, in one file: what it counts, the menu, what is fetched ahead, and a status that is undefined. */
import { openDialogsByCommand } from '../browser/dialog-commands.ts'
import '../features/analytics/page-script.ts'

openDialogsByCommand()

const stories = '.teaser .headline a'
if (document.querySelector(stories)) {
  void import('../browser/fetch-ahead.ts').then(({ fetchAhead }) => fetchAhead(stories))
}

document.querySelector('[data-log-out]')?.addEventListener('click', async (event) => {
  const button = event.currentTarget as HTMLButtonElement
  button.disabled = true
  const { signOut } = await import('../features/account/session.ts')
  const result = await signOut()
  if (result.ok) return location.assign('/')
  button.disabled = false
  const { errorToastTop } = await import('../ui/toast.ts')
  errorToastTop(result.failure)
})

// A reader of whom the hint says something that this page does not understand: the server knows.
if (document.documentElement.dataset.reader === 'undefined') {
  void import('../features/account/subscription-store.ts').then((store) =>
    store.fetchSubscription(),
  )
}
