import { describe, expect, it } from 'vitest'
import { getPageFrame, notFoundPath } from './page-frame.ts'

const ordinaryPaths = [
  '/',
  '/latest',
  '/category/food',
  '/tag/india',
  '/about',
  '/some-article',
  '/search',
]

describe('the header', () => {
  it('is complete on most pages, and on sign-in pages', () => {
    for (const path of [
      ...ordinaryPaths,
      '/login',
      '/settings',
      '/events',
      '/gift',
      notFoundPath,
    ]) {
      expect(getPageFrame(path).header, path).toBe('full')
    }
  })

  it.each(['/subscribe', '/subscribe-today', '/subscribe-original'])(
    'has empty slots left and right on %s',
    (path) => expect(getPageFrame(path).header).toBe('minimal'),
  )

  it.each(['/events/summit-2023', '/events/summit-2024'])('is missing on %s', (path) =>
    expect(getPageFrame(path).header).toBe('none'),
  )

  it('doesn’t take an article for a subscribe page because of its name', () =>
    expect(getPageFrame('/subscribers-of-the-old-library').header).toBe('full'))
})

describe('the category bar', () => {
  it('is on most pages', () => {
    for (const path of ordinaryPaths) expect(getPageFrame(path).categoryBar, path).toBe(true)
  })

  it.each(['/subscribe', '/subscribe-today', '/events', '/events/summit-2024', '/events/a-salon'])(
    'is hidden on %s',
    (path) => expect(getPageFrame(path).categoryBar).toBe(false),
  )
})

describe('the gift banner', () => {
  it('is on most pages', () => {
    for (const path of ordinaryPaths) expect(getPageFrame(path).giftBanner, path).toBe(true)
  })

  it.each(['/subscribe', '/subscribe-today', '/subscribe-original', '/gift', '/gift-subscription'])(
    'is hidden on %s',
    (path) => expect(getPageFrame(path).giftBanner).toBe(false),
  )
})

describe('the footer', () => {
  it('is on most pages, on /subscribe-today and on /gift-subscription', () => {
    for (const path of [...ordinaryPaths, '/subscribe-today', '/gift-subscription', '/events']) {
      expect(getPageFrame(path).footer, path).toBe(true)
    }
  })

  it.each([
    '/subscribe',
    '/subscribe/finish',
    '/gift',
    '/login',
    '/login/new',
    '/login/google',
    '/magic',
    '/forgot',
    '/welcome',
    '/welcome/goals',
    '/events/summit-2023',
    '/events/summit-2024',
    notFoundPath,
  ])('is hidden on %s', (path) => expect(getPageFrame(path).footer).toBe(false))
})
