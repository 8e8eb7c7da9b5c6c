import { fetchJson } from '../../browser/fetch-json.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import type { MostRead } from '../../contracts/endpoints/statistics-endpoints.ts'
import {
  type CandidateStory,
  recommendationCandidatesPath,
} from '../../contracts/site-files/recommendation-candidates.ts'
import { picks, picksSlug } from '../../publication/picks.ts'

type ShownStory = Pick<CandidateStory, 'slug' | 'title' | 'titleAttributes'>
type ListName = 'now' | 'week'

const picksPath = `/category/${picksSlug}`

function showStories(box: HTMLElement, stories: readonly ShownStory[]) {
  for (const [index, slot] of [...box.querySelectorAll('[data-slot]')].entries()) {
    const story = stories[index]
    slot.querySelector('h3')?.remove()
    slot.toggleAttribute('data-empty', !story)
    if (!story) continue
    const heading = Object.assign(document.createElement('h3'), story.titleAttributes)
    const link = document.createElement('a')
    link.href = `/${story.slug}`
    link.textContent = story.title
    heading.append(link)
    slot.append(heading)
  }
}

function setUpLists(box: HTMLElement, mostRead: MostRead) {
  const buttons = [...box.querySelectorAll<HTMLButtonElement>('[data-list]')].filter(
    (button) => mostRead[button.dataset.list as ListName],
  )
  const show = (chosen: HTMLButtonElement) => {
    for (const button of buttons) button.ariaPressed = String(button === chosen)
    showStories(box, mostRead[chosen.dataset.list as ListName]!)
  }
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => show(button))
  }
  show(buttons[0]!)
}

/** Leaves out stories that the page shows already. */
function showPicks(box: HTMLElement, candidates: readonly CandidateStory[]) {
  const shown = new Set(
    [...document.querySelectorAll<HTMLAnchorElement>('.headline a, #for-you h3 a')].map(
      (link) => link.pathname,
    ),
  )
  shown.add(location.pathname)
  box.dataset.accent = picks.accentColour
  box.dataset.picks = ''
  box.querySelector('h2')!.textContent = box.dataset.picksTitle!
  const all = document.createElement('a')
  all.href = picksPath
  all.textContent = `All ${picks.name}`
  box.querySelector('[data-choice]')!.replaceChildren(all)
  const picked = candidates.filter(({ categories }) => categories.includes(picksSlug))
  const others = picked.filter(({ slug }) => !shown.has(`/${slug}`))
  showStories(box, [...others, ...picked.filter((pick) => !others.includes(pick))])
}

export async function fillMostRead() {
  const boxes = document.querySelectorAll<HTMLElement>('[data-most-read]')
  const mostRead = await fetchJson<MostRead>(getEndpointPath('GET /api/most-read'))
  if (mostRead?.now || mostRead?.week) {
    for (const box of boxes) setUpLists(box, mostRead)
    return
  }
  const candidates = await fetchJson<CandidateStory[]>(recommendationCandidatesPath)
  for (const box of boxes) showPicks(box, candidates ?? [])
}
