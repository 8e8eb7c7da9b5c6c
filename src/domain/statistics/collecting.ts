/** How much a browser can add to the figures. Anybody can send events, so each of these is a ceiling for strangers. */

/**
 * Milliseconds. An older event counts in the current hour: what was read offline isn't lost, and nobody can rewrite
 * hours that are over.
 */
export const maxEventAge = 2 * 60 * 60 * 1000

/** Stories that one batch can be about: a page is about one, a checkout about the story before it. */
export const maxStoriesPerBatch = 3

/** Rows of `hourly` that one batch can change: three stories in the two hours around a full hour. */
export const maxFiguresPerBatch = 6

/**
 * Reads of one story that count for the lists of the most read stories, from one network in a day: an IPv4 /24 or an
 * IPv6 /48. A list needs `minReads` of them, so no network makes one by itself.
 */
export const listedReadsPerNetwork = 3
