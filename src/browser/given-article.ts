/** An article that a gift link has opened in this browser. It has a pass too (story-pass.ts). */
import { givenByCookie } from '../contracts/cookies/given-article-cookie.ts'
import { readCookie } from './cookie.ts'

export const isArticleGiven = () => document.documentElement.dataset.given !== undefined

/** Empty if the giver has no name that strangers may see. */
export function readGiver(): string {
  try {
    return decodeURIComponent(readCookie(givenByCookie))
  } catch {
    return ''
  }
}
