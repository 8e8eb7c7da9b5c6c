/** At 400 % a window of 1280 px is one of 320 px; and readers may space letters as they like. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { samples, withoutPictures } from './readers.ts'

const paths = [
  '/',
  '/latest',
  '/category/food',
  '/author/sabina-thapaliya',
  `/${samples.metered.slug}`,
  `/${samples.public.slug}`,
  '/about',
  '/login',
  '/subscribe',
  '/there-is-nothing-here',
]

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

for (const path of paths) {
  test(`at 400 % nothing of ${path} is out of reach`, async ({ page }) => {
    await withoutPictures(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
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
