import { setUpPopUp } from '../newsletter/pop-up-store.ts'
import { showGiver } from './given-by.ts'
import { setUpRatingForm } from './rating-form.ts'
import { setUpSaveForGuests } from './save-as-guest.ts'
import { setUpShareMenu } from './share-menu.ts'

showGiver()

const menu = document.querySelector<HTMLElement>('#share[data-slug]')
if (menu) {
  const { slug = '', identifier, title = '', address = '' } = menu.dataset
  const article = { title, address }
  setUpShareMenu(slug, menu, article)
  setUpSaveForGuests({ slug, title })
  const bar = document.querySelector<HTMLElement>('[data-selection-bar]')
  if (bar) document.addEventListener('selectionchange', loadSelectionSharing)
  async function loadSelectionSharing() {
    if (getSelection()?.isCollapsed !== false) return
    document.removeEventListener('selectionchange', loadSelectionSharing)
    // If this script doesn't load, the browser's own menu can still copy.
    const sharing = await import('./share-selection.ts').catch(() => null)
    sharing?.setUpSelectionSharing(slug, bar!, article)
  }
  const form = document.querySelector<HTMLFormElement>('[data-rating]')
  if (form) setUpRatingForm({ slug, identifier }, form)
  setUpPopUp(slug)
}
