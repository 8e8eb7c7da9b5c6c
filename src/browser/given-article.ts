/**
 * An article that a gift link has opened in this browser: the pre-paint script writes `data-given` onto <html>
 * (layouts/reader-hint-script.ts). Not for readers who are entitled anyway.
 */
import { givenByCookie } from '../contracts/given-article-cookie.ts'
import { readCookie } from './cookie.ts'

const root = () => document.documentElement

export const isArticleGiven = () => root().dataset.given !== undefined

/** Empty if the giver has no name that strangers may see. */
export function readGiver(): string {
  try {
    return decodeURIComponent(readCookie(givenByCookie))
  } catch {
    return ''
  }
}

/** The Worker has refused the article: shows the wall and the notice. */
export function endGivenArticle() {
  const { dataset } = root()
  delete dataset.given
  delete dataset.open
  dataset.giftEnded = ''
}
