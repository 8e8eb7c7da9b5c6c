import {
  arePreferencesStale,
  isGuest,
  readDevicePreferences,
  readOwnPreferences,
} from '../../browser/device-preferences.ts'
import { fetchJson } from '../../browser/fetch-json.ts'
import {
  type CandidateStory,
  recommendationCandidatesPath,
} from '../../contracts/site-files/recommendation-candidates.ts'
import { findCategory } from '../../domain/category.ts'
import { formatByline } from '../../domain/list-text.ts'
import { hasTopicPreferences, type TopicPreferences } from '../../domain/preferences/preferences.ts'
import { recommendStories } from '../../domain/recommendation.ts'
import { storiesUnavailable } from '../../ui/shared-text.ts'

const section = document.getElementById('for-you')
if (section) setUpForYou(section)

function setUpForYou(section: HTMLElement) {
  const storedPreferences = readOwnPreferences()
  if (!section.hidden && storedPreferences) return void fillSection(section, storedPreferences)
  if (isGuest() || !arePreferencesStale(readDevicePreferences(), Date.now())) return
  // Preferences that arrive late fill the recommendations only below the window, where nothing visible moves.
  void import('../settings/preferences-store.ts').then(({ $preferences, loadPreferences }) => {
    loadPreferences()
    const stop = $preferences.subscribe(({ storage, preferences }) => {
      if (storage !== 'account') return
      queueMicrotask(() => stop())
      if (!hasTopicPreferences(preferences) || !isBelowViewport(section)) return
      section.hidden = false
      void fillSection(section, preferences)
    })
  })
}

/** Reads the next element's position, because a hidden one has none. */
function isBelowViewport(section: HTMLElement): boolean {
  const following = section.nextElementSibling?.nextElementSibling
  return following ? following.getBoundingClientRect().top > innerHeight : false
}

async function fillSection(section: HTMLElement, preferences: TopicPreferences) {
  const stories = await fetchJson<CandidateStory[]>(recommendationCandidatesPath)
  const slots = [...section.querySelectorAll<HTMLElement>('[data-slot]')]
  const recommended = recommendStories(stories ?? [], preferences, {
    maxCount: slots.length,
    excludedSlugs: new Set(collectSlugsAbove(section)),
  })
  for (const [index, slot] of slots.entries()) {
    const story = recommended[index]
    if (story) slot.replaceChildren(renderStory(section, slot, story))
    slot.toggleAttribute('data-empty', !story)
  }
  const message = section.querySelector('[data-message]')
  if (message && !stories)
    message.textContent = `${storiesUnavailable} Reload the page to try again.`
  else if (message && recommended.length === 0)
    message.textContent = 'There are no new stories at the moment.'
}

function* collectSlugsAbove(section: HTMLElement) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.teaser .headline a')) {
    const isAbove = section.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_PRECEDING
    if (isAbove) yield link.pathname.slice(1)
  }
}

function renderStory(
  section: HTMLElement,
  slot: HTMLElement,
  { slug, title, titleAttributes, categories: [category], authorNames }: CandidateStory,
): DocumentFragment {
  const fragment = section.querySelector('template')!.content.cloneNode(true) as DocumentFragment
  const [kicker, headline] = fragment.querySelectorAll('a')
  const found = findCategory(category)
  if (found) {
    slot.dataset.accent = found.accentColour
    kicker!.textContent = found.name
    kicker!.href = `/category/${category}`
  } else kicker!.remove()
  headline!.textContent = title
  Object.assign(headline!.parentElement!, titleAttributes)
  headline!.href = `/${slug}`
  fragment.querySelector('.by')!.textContent = formatByline(authorNames)
  return fragment
}
