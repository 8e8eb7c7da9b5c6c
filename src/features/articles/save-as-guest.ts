/** Saving is for readers with an account: a guest logs in, and comes back having saved. */
import { readReaderHint } from '../../browser/reader-hint.ts'
import { previewNoteId } from '../../contracts/preview.ts'
import { loginToSave } from '../../contracts/save-on-return.ts'

export function startSavingAsGuest(slug: string) {
  for (const button of document.querySelectorAll<HTMLElement>('[data-save]')) {
    // A draft is nothing to save yet.
    if (document.getElementById(previewNoteId)) button.hidden = true
    button.addEventListener('click', () => {
      if (!readReaderHint()) location.assign(loginToSave(slug))
    })
  }
}
