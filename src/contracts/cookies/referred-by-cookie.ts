/**
 * The first name of the reader whose referral link was opened first, percent-encoded; empty if strangers may not see it.
 * Pages read it to say who recommends us. It grants nothing: another cookie credits the reader.
 */
export const referredByCookie = 'referred-by'

/** In the address to which a referral link leads: `first` if the cookie's name is its reader's, `later` if not. */
export const friendParameter = 'friend'
