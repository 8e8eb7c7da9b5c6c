import { setUpPopUp } from '../newsletter/pop-up-store.ts'
import { showGiver } from './given-by.ts'
import { setUpRatingForm } from './rating-form.ts'
import { setUpSaveForGuests } from './save-as-guest.ts'
import { setUpShareMenu } from './share-menu.ts'
import { setUpSelectionSharing } from './share-selection.ts'
import { createSharedArticle } from './shared-article.ts'

showGiver()

const menu = document.querySelector<HTMLElement>('#share[data-slug]')
if (menu) {
  const { slug = '', title = '', address = '' } = menu.dataset
  const article = createSharedArticle(slug, { title, address })
  setUpShareMenu(slug, menu, article)
  setUpSaveForGuests({ slug, title })
  const bar = document.querySelector<HTMLElement>('[data-selection-bar]')
  if (bar) setUpSelectionSharing(slug, bar, article)
  const form = document.querySelector<HTMLFormElement>('[data-rating]')
  if (form) setUpRatingForm(slug, form)
  setUpPopUp(slug)
}
