/** Tells pages about a gift link. Free of zod, because browsers load this file. */

/**
 * The giver's name, percent-encoded, in a cookie that scripts can read. Its path is the article's, so other pages
 * don't see it. It only chooses what the page shows; another cookie opens the article.
 */
export const givenByCookie = 'given-by'

/** In the address of an article whose gift link no longer works. */
export const endedGiftParameter = 'gift-link=ended'
