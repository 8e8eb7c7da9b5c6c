/**
 * An article to which a gift link has granted access in this browser. Such an article also has a pass (story-pass.ts).
 */
import { givenByCookie } from '../contracts/cookies/given-article-cookie.ts'
import { attempt } from './attempt.ts'
import { readCookie } from './cookie.ts'

export const isArticleGiven = () => document.documentElement.dataset.given !== undefined

/** Returns an empty string if the giver has no name that strangers may see. */
export const readGiver = () => attempt(() => decodeURIComponent(readCookie(givenByCookie))) ?? ''
