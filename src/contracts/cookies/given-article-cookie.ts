/** Cookies for pages about a gift link, without zod, because browsers load this file. */

/**
 * The giver's name, percent-encoded, in a cookie that scripts can read. The cookie's path is the article's, so other
 * pages don't receive it. The name only decides what the page shows; another cookie grants access.
 */
export const givenByCookie = 'given-by'

/** The parameter in the address of an article whose gift link no longer works. */
export const endedGiftParameter = 'gift-link=ended'
