/** Pages on paper, and in colours that are not ours but the reader’s own. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { open, samples, withoutPictures } from './readers.ts'
import { viewsNamed } from './views.ts'

const withNotes = 'six-days-to-make-a-cow'

test.beforeEach(({ page }) => withoutPictures(page))

/** No bars, nothing to press or to fill in, and dark on white. */
async function expectPaper(page: Page) {
  const nothing = ['banner', 'contentinfo', 'navigation', 'button', 'textbox', 'radio'] as const
  for (const role of nothing) await expect(page.getByRole(role)).toHaveCount(0)
  const colours = await page.evaluate(() => {
    const { color } = getComputedStyle(document.querySelector('main')!)
    return [getComputedStyle(document.documentElement).backgroundColor, color]
  })
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
}

test('on paper an article is its text, with its address, and nothing to press', async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const { slug, lastWords } = samples.public
  await page.goto(`/${slug}`)
  await expect(page.getByText(new URL(`/${slug}`, baseURL).href, { exact: true })).toBeVisible()
  await expect(page.getByText(lastWords)).toBeVisible()
  await expectPaper(page)
})

test('on paper a closed story says where it goes on', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/${withNotes}`)
  await expect(page.getByText('The story goes on for subscribers')).toBeVisible()
  await expect(page.getByRole('link', { name: /Subscribe/ })).toHaveCount(0)
})

for (const path of ['/', '/category/culture', '/about']) {
  test(`on paper ${path} is what there is to read`, async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectPaper(page)
  })
}

for (const { name, path, act } of viewsNamed('home', 'menu-guest', 'search-found')) {
  test(`in colours of the reader’s own, what is to be pressed on ${name} has edges`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, path)
    await act?.(page)
    // What we set apart by its ground: the system takes all grounds away. The way past the bars is
    // seen with the focus alone, which has its own ring.
    const pressed = page.locator('a:visible:not(.skip), button:visible')
    const apart = await pressed.evaluateAll((all) => {
      const grounded = all.filter((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one)
        return backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
      })
      for (const one of grounded) one.setAttribute('data-apart', '')
      return grounded.length
    })
    expect(apart).toBeGreaterThan(0)
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
    const without = await page.locator('[data-apart]').evaluateAll((all) =>
      all
        .filter((one) => {
          const { borderBlockEndWidth, borderBlockEndColor, backgroundColor } =
            getComputedStyle(one)
          return borderBlockEndWidth === '0px' || borderBlockEndColor === backgroundColor
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    )
    expect(without).toEqual([])
  })
}

test('in colours of the reader’s own a choice can still be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/${samples.public.slug}`)
  await page.getByRole('radio', { name: '4' }).check()
  const grounds = await page
    .locator('.marks label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor))
  expect(grounds[3]).not.toBe(grounds[0])
  await expect(page.locator('.progress')).toHaveCSS('display', 'block')
})
