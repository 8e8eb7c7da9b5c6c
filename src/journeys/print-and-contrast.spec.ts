import { expect, type Page } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import { openView } from './testing/open-view.ts'
import { sampleArticles } from './testing/page-actions.ts'
import { findViews } from './testing/page-views.ts'

const articleWithFootnotes = 'six-days-to-make-a-cow'

/** Expects print styles: no bars, no controls, dark text on white. */
async function expectPrintStyles(page: Page) {
  const hiddenRoles = ['banner', 'contentinfo', 'navigation', 'button', 'textbox', 'radio'] as const
  for (const role of hiddenRoles) await expect(page.getByRole(role)).toHaveCount(0)
  const colours = await page.evaluate(() => {
    const { color } = getComputedStyle(document.querySelector('main')!)
    return [getComputedStyle(document.documentElement).backgroundColor, color]
  })
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
}

/** Expects printed pages to have their text and address, and no controls. */
async function expectPrintedPages(page: Page, baseURL: string) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const { slug, lastWords } = sampleArticles.public
  await page.goto(`/${slug}`)
  await expect(page.getByText(new URL(`/${slug}`, baseURL).href, { exact: true })).toBeVisible()
  await expect(page.getByText(lastWords)).toBeVisible()
  await expectPrintStyles(page)
  for (const path of ['/', '/category/culture', '/about']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectPrintStyles(page)
  }
  // A closed story says where to read the rest.
  await page.goto(`/${articleWithFootnotes}`)
  await expect(page.getByText('Subscribers can read the rest of this story')).toBeVisible()
  await expect(page.getByRole('link', { name: /Subscribe/ })).toHaveCount(0)
}

/** Finds controls that have no border with forced colours, which remove their backgrounds. */
async function findIndistinguishable(page: Page): Promise<string[]> {
  // The skip link is left out, because it's only visible while it has the focus, whose ring sets it apart.
  const controls = page.locator('a:visible:not(.skip), button:visible')
  const distinguishable = await controls.evaluateAll((all) => {
    const withBackground = all.filter((one) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(one)
      return backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
    })
    for (const one of withBackground) one.setAttribute('data-distinguishable', '')
    return withBackground.length
  })
  expect(distinguishable).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  return page.locator('[data-distinguishable]').evaluateAll((all) =>
    all
      .filter((one) => {
        const style = getComputedStyle(one)
        const { borderBlockEndWidth: width, borderBlockEndColor: colour } = style
        return width === '0px' || colour === style.backgroundColor
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  )
}

test('pages are printed without controls, and controls are visible with forced colours', async ({
  page,
  baseURL,
}) => {
  await expectPrintedPages(page, baseURL!)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  for (const view of findViews('home', 'menu-guest', 'search-found')) {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' })
    await openView(page, view)
    expect(await findIndistinguishable(page), view.name).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' })
  await page.goto(`/${sampleArticles.public.slug}`)
  await page.getByRole('radio', { name: '4' }).check()
  const backgrounds = await page
    .locator('.scale label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor))
  expect(backgrounds[3]).not.toBe(backgrounds[0])
  await expect(page.locator('.progress')).toHaveCSS('display', 'block')
})
