/** Saving is for readers with an account: a guest logs in, and comes back having saved. */
import { loginToSave } from '../../contracts/save-on-return.ts'

export function startSavingAsGuest(slug: string) {
  for (const button of document.querySelectorAll('[data-save]')) {
    button.addEventListener('click', () => {
      if (document.documentElement.dataset.reader === 'guest') location.assign(loginToSave(slug))
    })
  }
}
