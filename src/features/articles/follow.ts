/**
 * The button on a writer's page (FollowButton.astro). What it shows at first is what this device
 * knows; what keeps it is loaded by who presses it, or where nothing is known of a reader yet.
 */
import { areAnswersDue, isGuest, ownAnswers, readKeptAnswers } from '../../browser/kept-answers.ts'
import type { Answers } from '../../domain/answers.ts'

const place = document.querySelector<HTMLElement>('[data-follow]')
const button = place?.querySelector('button')
if (place && button) prepare(place, button)

function prepare(place: HTMLElement, button: HTMLButtonElement) {
  const author = place.dataset.follow!
  const said = place.querySelector<HTMLElement>('[data-said]')
  const show = ({ authors }: Answers) => {
    place.toggleAttribute('data-following', authors.includes(author))
  }

  let isWatching = false
  async function keeper() {
    const store = await import('../account/preferences-store.ts')
    if (!isWatching) {
      isWatching = true
      store.openPreferences()
      store.$preferences.subscribe(({ keeping, answers }) => {
        if (keeping !== 'starting' && keeping !== 'away') show(answers)
      })
    }
    return store
  }

  const known = ownAnswers()
  if (known) show(known)
  if (!isGuest() && areAnswersDue(readKeptAnswers(), Date.now())) void keeper()
  button.addEventListener('click', async () => {
    // Read before anything is waited for: a second press means the same as the first.
    const wanted = 'following' in place.dataset ? 'remove' : 'add'
    const { answer } = await keeper()
    answer({ [wanted]: { authors: [author] } })
    if (said) said.hidden = wanted === 'remove'
  })
  button.disabled = false
}
