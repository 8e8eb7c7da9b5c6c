/**
 * The first name of the reader whose referral link was opened first, percent-encoded; empty if strangers may not see
 * it. Pages use this cookie to say who recommends us. Another cookie determines who gets the credit.
 */
export const referredByCookie = 'referred-by'

/**
 * The parameter in the address to which a referral link leads: `first` if the name in the cookie is the link's
 * reader's, `later` otherwise.
 */
export const friendParameter = 'friend'
