/** At 400 % a window of 1280 px is one of 320 px; and readers may space letters as they like. */
import { expect, type Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { test } from './journey.ts'
import { sampleAccount, withoutPictures } from './readers.ts'
import { viewsNamed } from './views.ts'

const looked = viewsNamed(
  'home',
  'latest',
  'category',
  'author',
  'search-found',
  'search-nothing',
  'article-guest',
  'article-public',
  'about',
  'menu-guest',
  'newsletter',
  'gift',
  'gift-subscription',
  'saved-subscriber',
  'settings-subscriber',
  'refer-subscriber',
  'events',
  'event',
  'summit-2024',
  'login',
  'welcome',
  'subscribe',
  'subscribe-today',
  'subscribe-original',
  'missing',
)

/** Elements that reach out of the window and cannot be brought into it. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isMoved = (element: Element) =>
      element.closest('[popover], .table, .unseen, .skip, [aria-hidden="true"]') !== null
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !isMoved(element) && element.checkVisibility())
      .filter((element) => {
        const { left, right, width: wide } = element.getBoundingClientRect()
        return wide > 1 && (right > width + 1 || left < -1)
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
  })

/** WCAG 2.2, 1.4.12, in the words of its own test. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

for (const { name, path, reader, act } of looked) {
  test(`at 400 % nothing of ${name} is out of reach`, async ({ page, context }) => {
    await withoutPictures(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    // All prices are shown where nobody knows the reader's country, and take the most room.
    await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country: 'XX' }) })
    if (reader) await enter(context, sampleAccount(reader))
    await page.goto(path)
    await act?.(page)
    expect(await outside(page)).toEqual([])
    await page.addStyleTag({ content: spacing })
    expect(await outside(page)).toEqual([])
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll).toBe(client)
  })
}
