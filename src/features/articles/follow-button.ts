/** Handles the button of FollowButton.astro. Imports the store on a press, or if the device has no preferences. */
import {
  arePreferencesStale,
  isGuest,
  readDevicePreferences,
  readOwnPreferences,
} from '../../browser/device-preferences.ts'
import type { Preferences } from '../../domain/preferences/preferences.ts'

const container = document.querySelector<HTMLElement>('[data-follow]')
const button = container?.querySelector('button')
if (container && button) setUpFollowButton(container, button)

function setUpFollowButton(container: HTMLElement, button: HTMLButtonElement) {
  const author = container.dataset.follow!
  const confirmation = container.querySelector<HTMLElement>('[data-follow-confirmation]')
  const showFollowing = ({ authors }: Preferences) => {
    container.toggleAttribute('data-following', authors.includes(author))
  }

  let isSubscribedToStore = false
  async function loadPreferencesStore() {
    const store = await import('../settings/preferences-store.ts')
    if (!isSubscribedToStore) {
      isSubscribedToStore = true
      store.loadPreferences()
      store.$preferences.subscribe(({ storage, preferences }) => {
        if (storage !== 'loading' && storage !== 'unavailable') showFollowing(preferences)
      })
    }
    return store
  }

  const storedPreferences = readOwnPreferences()
  if (storedPreferences) showFollowing(storedPreferences)
  if (!isGuest() && arePreferencesStale(readDevicePreferences(), Date.now()))
    void loadPreferencesStore()
  let isChanging = false
  /** Does what the button said when it was pressed, even if a response changes its text while the script loads. */
  async function changeFollowing() {
    const change = 'following' in container.dataset ? 'remove' : 'add'
    const { updatePreferences } = await loadPreferencesStore()
    updatePreferences({ [change]: { authors: [author] } })
    if (confirmation) confirmation.hidden = change === 'remove'
  }
  button.addEventListener('click', async ({ detail: clicksInARow }) => {
    // A double click counts as one press, and so does another press while the script loads.
    if (isChanging || clicksInARow > 1) return
    isChanging = true
    try {
      await changeFollowing()
    } finally {
      isChanging = false
    }
  })
  button.disabled = false
}
