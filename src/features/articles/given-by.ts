import { isArticleGiven, readGiver } from '../../browser/given-article.ts'
import { endedGiftParameter } from '../../contracts/cookies/given-article-cookie.ts'

export function showGiver() {
  const line = document.querySelector<HTMLElement>('[data-giver]')
  if (line && isArticleGiven()) {
    const name = readGiver()
    if (name) line.querySelector('bdi')!.textContent = name
    line.dataset.giver = 'shown'
  }
  // The notice belongs to this visit, not to the address.
  if (location.search === `?${endedGiftParameter}`) {
    history.replaceState(history.state, '', location.pathname + location.hash)
  }
}
