import { isArticleGiven, readGiver } from '../../browser/given-article.ts'
import { endedGiftParameter } from '../../contracts/given-article-cookie.ts'

export function showGiver() {
  const name = isArticleGiven() && readGiver()
  if (name) document.querySelector('[data-giver]')!.textContent = name
  // The notice belongs to this visit, not to the address.
  if (location.search === `?${endedGiftParameter}`) {
    history.replaceState(history.state, '', location.pathname + location.hash)
  }
}
