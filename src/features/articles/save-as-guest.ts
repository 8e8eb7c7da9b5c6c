/** Guests log in first, and return to the saved story. */
import { storeTabItem } from '../../browser/session-storage.ts'
import {
  type ArticleToSave,
  articleToSaveKey,
  getLoginPathForSaving,
} from '../../contracts/pages/login-paths.ts'

export function setUpSaveForGuests(story: ArticleToSave) {
  for (const button of document.querySelectorAll('[data-save]')) {
    button.addEventListener('click', () => {
      if (document.documentElement.dataset.reader !== 'guest') return
      // The login page shows the stored story's title.
      storeTabItem(articleToSaveKey, story)
      location.assign(getLoginPathForSaving(story.slug))
    })
  }
}
