/** The button of FollowButton.astro. It imports the store on a press, or if this device knows nothing yet. */
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
  button.addEventListener('click', async () => {
    // Read before any `await`, so that a second press means the same.
    const change = 'following' in container.dataset ? 'remove' : 'add'
    const { updatePreferences } = await loadPreferencesStore()
    updatePreferences({ [change]: { authors: [author] } })
    if (confirmation) confirmation.hidden = change === 'remove'
  })
  button.disabled = false
}
