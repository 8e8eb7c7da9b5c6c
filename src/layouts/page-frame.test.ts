import { expect, it } from 'vitest'
import { getPageFrame, notFoundPath, type PageFrame } from './page-frame.ts'

const whole: PageFrame = { header: 'full', categoryBar: true, giftBanner: true, footer: true }
const offer: Partial<PageFrame> = { header: 'minimal', categoryBar: false, giftBanner: false }
const summit: Partial<PageFrame> = { header: 'none', categoryBar: false, footer: false }

it.each<[path: string, differences: Partial<PageFrame>]>([
  ['/', {}],
  ['/latest', {}],
  ['/category/food', {}],
  ['/tag/india', {}],
  ['/about', {}],
  ['/some-article', {}],
  ['/search', {}],
  ['/settings', {}],
  // An article whose address begins like that of a page.
  ['/subscribers-of-the-old-library', {}],
  ['/subscribe', { ...offer, footer: false }],
  ['/subscribe/finish', { ...offer, footer: false }],
  ['/subscribe-today', offer],
  ['/subscribe-original', offer],
  ['/events', { categoryBar: false }],
  ['/events/a-salon', { categoryBar: false }],
  ['/events/summit-2023', summit],
  ['/events/summit-2024', summit],
  ['/gift', { giftBanner: false, footer: false }],
  ['/gift-subscription', { giftBanner: false }],
  ['/login', { footer: false }],
  ['/login/new', { footer: false }],
  ['/login/google', { footer: false }],
  ['/magic', { footer: false }],
  ['/forgot', { footer: false }],
  ['/welcome', { footer: false }],
  ['/welcome/goals', { footer: false }],
  [notFoundPath, { footer: false }],
])('the page %s has the whole frame, except for %j', (path, differences) => {
  expect(getPageFrame(path)).toEqual({ ...whole, ...differences })
})
