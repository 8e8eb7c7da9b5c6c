import { describe, expect, it } from 'vitest'
import { frameOf, missingPath } from './frame.ts'

const everyday = [
  '/',
  '/latest',
  '/category/food',
  '/tag/india',
  '/about',
  '/some-article',
  '/search',
]

describe('the header', () => {
  it('stands whole on everyday pages, and where readers log in', () => {
    for (const path of [...everyday, '/login', '/settings', '/events', '/gift', missingPath]) {
      expect(frameOf(path).header, path).toBe('full')
    }
  })

  it.each(['/subscribe', '/subscribe-today', '/subscribe-original'])(
    'has empty slots left and right on %s',
    (path) => expect(frameOf(path).header).toBe('bare'),
  )

  it.each(['/events/summit-2023', '/events/summit-2024'])('is none on %s', (path) =>
    expect(frameOf(path).header).toBe('none'),
  )

  it('takes no article for a subscribe page because it begins alike', () =>
    expect(frameOf('/subscribers-of-the-old-library').header).toBe('full'))
})

describe('the category bar', () => {
  it('stands on everyday pages', () => {
    for (const path of everyday) expect(frameOf(path).categoryBar, path).toBe(true)
  })

  it.each(['/subscribe', '/subscribe-today', '/events', '/events/summit-2024', '/events/a-salon'])(
    'is hidden on %s',
    (path) => expect(frameOf(path).categoryBar).toBe(false),
  )
})

describe('the gift banner', () => {
  it('stands on everyday pages', () => {
    for (const path of everyday) expect(frameOf(path).giftBanner, path).toBe(true)
  })

  it.each(['/subscribe', '/subscribe-today', '/subscribe-original', '/gift', '/gift-subscription'])(
    'is hidden on %s',
    (path) => expect(frameOf(path).giftBanner).toBe(false),
  )
})

describe('the footer', () => {
  it('stands on everyday pages, on /subscribe-today and on /gift-subscription', () => {
    for (const path of [...everyday, '/subscribe-today', '/gift-subscription', '/events']) {
      expect(frameOf(path).footer, path).toBe(true)
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
    missingPath,
  ])('is hidden on %s', (path) => expect(frameOf(path).footer).toBe(false))
})
