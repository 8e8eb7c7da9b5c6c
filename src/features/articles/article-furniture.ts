/**
 * Brings to life what stands around an article: sharing it, sharing words of it,
 * saving and rating it.
 */
import { startHighlights } from './highlight.ts'
import { startRating } from './rating.ts'
import { startSavingAsGuest } from './save-as-guest.ts'
import { startSharing } from './share.ts'

const menu = document.querySelector<HTMLElement>('#share[data-slug]')
if (menu) {
  const { slug = '', title = '', address = '' } = menu.dataset
  const article = { title, address }
  startSharing(slug, menu, article)
  startSavingAsGuest({ slug, title })
  const bar = document.querySelector<HTMLElement>('[data-highlight-bar]')
  if (bar) startHighlights(slug, bar, article)
  const form = document.querySelector<HTMLFormElement>('[data-rating]')
  if (form) startRating(slug, form)
}
