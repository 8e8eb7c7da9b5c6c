/** Brings to life what stands around an article: sharing it, sharing words of it, rating it. */
import { startHighlights } from './highlight.ts'
import { startRating } from './rating.ts'
import { startSharing } from './share.ts'

const menu = document.querySelector<HTMLElement>('#share[data-slug]')
if (menu) {
  const { slug = '', title = '', address = '' } = menu.dataset
  const article = { title, address }
  startSharing(slug, menu, article)
  const bar = document.querySelector<HTMLElement>('[data-highlight-bar]')
  if (bar) startHighlights(slug, bar, article)
  const form = document.querySelector<HTMLFormElement>('[data-rating]')
  if (form) startRating(slug, form)
}
