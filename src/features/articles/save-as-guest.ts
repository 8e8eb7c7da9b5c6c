/** Saving is for readers with an account: a guest logs in, and comes back having saved. */
import { loginToSave, type StoryToSave, storyToSaveKey } from '../../contracts/save-on-return.ts'

export function startSavingAsGuest(story: StoryToSave) {
  for (const button of document.querySelectorAll('[data-save]')) {
    button.addEventListener('click', () => {
      if (document.documentElement.dataset.reader !== 'guest') return
      rememberTitle(story)
      location.assign(loginToSave(story.slug))
    })
  }
}

/** The login page names the story by it. */
function rememberTitle(story: StoryToSave) {
  try {
    sessionStorage.setItem(storyToSaveKey, JSON.stringify(story))
  } catch {
    // The login page then says “this story”.
  }
}
