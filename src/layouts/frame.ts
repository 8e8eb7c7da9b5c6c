/** Which parts of the page frame stand on which page. The rules are the specification's, section 2. */

export type Frame = {
  /** `bare` has the wordmark alone: nothing leads away from a decision to subscribe. */
  readonly header: 'full' | 'bare' | 'none'
  readonly categoryBar: boolean
  readonly giftBanner: boolean
  readonly footer: boolean
}

/** The address that a page has in the frame's eyes when nothing exists at its own. */
export const missingPath = '/404'

const withoutBanner = ['/gift', '/gift-subscription']

const withoutFooter = [
  '/subscribe',
  // Its own email field must not compete with the newsletter's.
  '/subscribe/finish',
  '/gift',
  missingPath,
  '/magic',
  '/forgot',
]
/** With whatever lies below them. */
const areasWithoutFooter = ['/login', '/welcome']

/** Whether a path is this one or lies below it. */
const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

/** /subscribe and its variants, each of which begins with that word. */
const isSubscribePage = (path: string) => /^\/subscribe(?:$|[-/])/.test(path)

/** `path` begins with a slash and has no query. */
export function frameOf(path: string): Frame {
  const isSummit = /^\/events\/summit-\d{4}$/.test(path)
  return {
    header: isSummit ? 'none' : isSubscribePage(path) ? 'bare' : 'full',
    categoryBar: !isSubscribePage(path) && !isBelow(path, '/events'),
    giftBanner: !isSubscribePage(path) && !withoutBanner.includes(path),
    footer:
      !isSummit &&
      !withoutFooter.includes(path) &&
      !areasWithoutFooter.some((area) => isBelow(path, area)),
  }
}
