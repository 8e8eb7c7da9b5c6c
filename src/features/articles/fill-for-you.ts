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
import { getImagePath } from '../../domain/image/image-path.ts'
import { formatByline } from '../../domain/list-text.ts'
import { hasTopicPreferences, type TopicPreferences } from '../../domain/preferences/preferences.ts'
import { recommendStories } from '../../domain/recommendation.ts'
import { storiesUnavailable } from '../../ui/shared-text.ts'

/** Widths of the image files in pixels, for a third of a phone's width. */
const pictureWidths = [128, 256, 384] as const

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

/** Reads the next element's position, because a hidden element has none. */
function isBelowViewport(section: HTMLElement): boolean {
  const following = section.nextElementSibling?.nextElementSibling
  return following ? following.getBoundingClientRect().top > innerHeight : false
}

async function fillSection(section: HTMLElement, preferences: TopicPreferences) {
  const stories = await fetchJson<CandidateStory[]>(recommendationCandidatesPath)
  const slots = [...section.querySelectorAll<HTMLElement>('[data-slot]')]
  const recommended = recommendStories(stories ?? [], preferences, {
    maxCount: slots.length,
    excludedSlugs: new Set(collectOtherSlugs(section)),
  })
  // Reserved room that isn't needed is removed, unless that would move visible content.
  const isInvisible = section.getBoundingClientRect().top > innerHeight
  section.hidden = isInvisible && stories !== null && recommended.length === 0
  for (const [index, slot] of slots.entries()) {
    const story = recommended[index]
    if (story) slot.replaceChildren(renderStory(section, slot, story))
    else if (isInvisible) slot.remove()
    else slot.dataset.empty = ''
  }
  const message = section.querySelector('[data-message]')
  if (message && !stories)
    message.textContent = `${storiesUnavailable} Reload the page to try again.`
  else if (message && recommended.length === 0)
    message.textContent = 'We have no other stories for you at the moment.'
}

/** Yields the slugs, among other addresses, to which the rest of the page links. */
function* collectOtherSlugs(section: HTMLElement) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a'))
    if (!section.contains(link)) yield link.pathname.slice(1)
}

function renderStory(
  section: HTMLElement,
  slot: HTMLElement,
  { slug, title, titleAttributes, categories: [category], authorNames, image }: CandidateStory,
): DocumentFragment {
  const fragment = document.importNode(section.querySelector('template')!.content, true)
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
  const picture = fragment.querySelector('img')!
  picture.srcset = pictureWidths
    .map((width) => `${getImagePath(image, width)} ${width}w`)
    .join(', ')
  picture.src = getImagePath(image, 256)
  fragment.querySelector('.by')!.textContent = formatByline(authorNames)
  return fragment
}
