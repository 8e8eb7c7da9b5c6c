/** The parts of the page frame that a page has (specification, section 2). */
import { elsewherePath } from '../contracts/pages/on-demand-page.ts'

export type PageFrame = {
  /** `minimal` has only the wordmark, so that nothing distracts from the decision to subscribe. */
  readonly header: 'full' | 'minimal' | 'none'
  readonly categoryBar: boolean
  readonly giftBanner: boolean
  readonly footer: boolean
}

export const notFoundPath = '/404'

/** These paths include the pages below them. */
const areasWithoutBanner = ['/gift', '/gift-subscription']

const pathsWithoutFooter = [
  '/subscribe',
  // The page's own email field shouldn't compete with the newsletter's field.
  '/subscribe/finish',
  notFoundPath,
  '/magic',
  '/forgot',
]
/** These paths include the pages below them. */
const areasWithoutFooter = ['/gift', '/login', '/welcome']

const isWithin = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

/** /subscribe and its variants, such as /subscribe-today. */
const isSubscribePage = (path: string) => /^\/subscribe(?:$|[-/])/.test(path)

/** `path` begins with a slash and has no query. */
export function getPageFrame(path: string): PageFrame {
  const isSummit = /^\/events\/summit-\d{4}$/.test(path)
  if (path === elsewherePath)
    return { header: 'none', categoryBar: false, giftBanner: false, footer: false }
  return {
    header: isSummit ? 'none' : isSubscribePage(path) ? 'minimal' : 'full',
    categoryBar: !isSubscribePage(path) && !isWithin(path, '/events'),
    giftBanner: !isSubscribePage(path) && !areasWithoutBanner.some((area) => isWithin(path, area)),
    footer:
      !isSummit &&
      !pathsWithoutFooter.includes(path) &&
      !areasWithoutFooter.some((area) => isWithin(path, area)),
  }
}
