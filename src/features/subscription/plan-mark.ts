import { createHash } from 'node:crypto'

/**
 * Marks a page of the offer whose address names a plan before it is painted, so that what is paid
 * stands there at once and not the choice (Buying.astro):
 *
 *     /subscribe?plan=annual     <html data-plan="annual">
 */
export const planMark =
  'let m=/[?&]plan=(annual|monthly)(?:&|$)/.exec(location.search);if(m)document.documentElement.dataset.plan=m[1]'

/** As the page's policy names it, which is written before the script is. */
export const planMarkHash =
  `sha256-${createHash('sha256').update(planMark).digest('base64')}` as const
