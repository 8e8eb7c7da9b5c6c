/**
 * Fills the shelf on the front page (ForYou.astro) for a reader who has said what they like. The list
 * is a file of the site, and the choice is made here.
 */
import { areAnswersDue, isGuest, ownAnswers, readKeptAnswers } from '../../browser/kept-answers.ts'
import { type StoryToChoose, storiesToChoosePath } from '../../contracts/for-you.ts'
import { hasLikings, type Likings } from '../../domain/answers.ts'
import { categories } from '../../domain/category.ts'
import { chooseForYou } from '../../domain/for-you.ts'

const shelf = document.getElementById('for-you')
if (shelf) prepare(shelf)

function prepare(shelf: HTMLElement) {
  const known = ownAnswers()
  if (!shelf.hidden && known) return void fill(shelf, known)
  if (isGuest() || !areAnswersDue(readKeptAnswers(), Date.now())) return
  // On a device where nothing was known of them, a reader gets their shelf where nobody sees it come.
  void import('../account/preferences-store.ts').then(({ $preferences, openPreferences }) => {
    openPreferences()
    const stop = $preferences.subscribe(({ keeping, answers }) => {
      if (keeping !== 'account') return
      queueMicrotask(() => stop())
      if (!hasLikings(answers) || !isBelowTheWindow(shelf)) return
      shelf.hidden = false
      void fill(shelf, answers)
    })
  })
}

/** By what follows it: what is hidden is nowhere. */
function isBelowTheWindow(shelf: HTMLElement): boolean {
  const next = shelf.nextElementSibling?.nextElementSibling
  return next ? next.getBoundingClientRect().top > innerHeight : false
}

async function fill(shelf: HTMLElement, likings: Likings) {
  const stories = await fetch(storiesToChoosePath)
    .then((response): Promise<StoryToChoose[]> => response.json())
    .catch(() => null)
  const places = [...shelf.querySelectorAll<HTMLElement>('[data-place]')]
  const chosen = chooseForYou(stories ?? [], likings, {
    room: places.length,
    without: new Set(storiesAbove(shelf)),
  })
  for (const [index, place] of places.entries()) {
    const story = chosen[index]
    if (story) place.replaceChildren(entry(shelf, place, story))
    place.toggleAttribute('data-unfilled', !story)
  }
  const problem = shelf.querySelector('[data-problem]')
  if (problem && !stories) problem.textContent = 'These stories cannot be fetched right now.'
  else if (problem && chosen.length === 0) problem.textContent = 'Nothing new at the moment.'
}

/** Slugs of what stands above the shelf: the reader has seen it a moment ago. */
function* storiesAbove(shelf: HTMLElement) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.teaser .headline a')) {
    const isAbove = shelf.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_PRECEDING
    if (isAbove) yield link.pathname.slice(1)
  }
}

const sentence = new Intl.ListFormat('en-GB')

function entry(
  shelf: HTMLElement,
  place: HTMLElement,
  { slug, title, categories: [category], names }: StoryToChoose,
): DocumentFragment {
  const entry = shelf.querySelector('template')!.content.cloneNode(true) as DocumentFragment
  const [kicker, headline] = entry.querySelectorAll('a')
  const { name, dye } = categories[category!]
  place.dataset.dye = dye
  kicker!.textContent = name
  kicker!.href = `/category/${category}`
  headline!.textContent = title
  headline!.href = `/${slug}`
  entry.querySelector('.by')!.textContent = `By ${sentence.format(names)}`
  return entry
}
