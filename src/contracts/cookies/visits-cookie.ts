/**
 * Says that pages may store where a visit began, because nobody has to be asked in the reader's country and the browser
 * doesn't forbid it (domain/consent.ts). Elsewhere an answer is needed (consent-cookie.ts).
 */
export const visitsCookie = 'visits'
export const freeVisits = 'free'
