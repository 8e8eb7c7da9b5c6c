/**
 * Allows pages to store where a visit began, because consent isn't needed in the reader's country and the browser
 * doesn't forbid it (domain/consent.ts). Elsewhere, the reader has to agree (consent-cookie.ts).
 */
export const visitsCookie = 'visits'
export const freeVisits = 'free'
