/** A guest's journey with images, which other guests' journeys leave out. */
import { expect } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateBody,
  locateWall,
  openPage,
  recordErrors,
  sampleArticles,
} from './testing/page-actions.ts'

const { slug, title } = sampleArticles.metered

test.use({ hasImages: true })

test('a guest opens an article on the front page and reaches the wall', async ({ page }) => {
  const errors = recordErrors(page)
  await openPage(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('The stamp is cut from the sole of a flip-flop')).toBeVisible()
  const wall = locateWall(page)
  await expect(wall.getByRole('link', { name: /Subscribe/ })).toBeVisible()
  await expect(wall.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(locateBody(page)).toHaveCount(0)
  expect(await listLayoutShifts(page)).toEqual([])
  expect(errors).toEqual([])

  // An image doesn't move when the words beside it arrive.
  for (const path of ['/', '/latest']) {
    await openPage(page, path)
    const moved = await page.locator('.teaser[data-picture="after"]').evaluateAll((teasers) =>
      teasers.map((teaser) => {
        const image = teaser.querySelector('.print')!
        const { x } = image.getBoundingClientRect()
        teaser.querySelector('.words')!.remove()
        return image.getBoundingClientRect().x - x
      }),
    )
    expect(moved.length, path).toBeGreaterThan(0)
    expect(new Set(moved), path).toEqual(new Set([0]))
  }
})
