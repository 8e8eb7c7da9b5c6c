import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { errorsOf, layoutShift, open, withoutPictures } from './readers.ts'

const salon = '/events/winter-salon-2026'
const over = 'It is over, and nothing is left to book.'

test('from the list of events to one, with its hours by its own clock', async ({ page }) => {
  const errors = errorsOf(page)
  await open(page, '/events')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Categories' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Letters Not Sent' }).click()
  await expect(page).toHaveURL(salon)
  await expect(page.getByText('18:30 to 21:30, London time')).toBeVisible()
  await expect(page.getByText('All times are London time.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Doors, coats and soup' })).toBeVisible()
  expect(await layoutShift(page)).toBe(0)
  expect(errors).toEqual([])
})

test('before its end an event says how to come, and fits into a calendar', async ({ page }) => {
  await withoutPictures(page)
  await open(page, salon)
  const builtBeforeItsEnd = (await page.locator('[data-over]').count()) === 0
  test.skip(!builtBeforeItsEnd, 'the sample’s event has been')
  await expect(page.getByRole('main').getByRole('link', { name: /@example\.com/ })).toBeVisible()
  await expect(page.getByText(over)).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add it to your calendar' }).click()
  expect((await download).suggestedFilename()).toBe('winter-salon-2026.ics')
})

test('after its end an event says that it is over, whenever the page was built', async ({
  page,
}) => {
  await withoutPictures(page)
  await page.clock.setFixedTime('2031-01-01')
  await open(page, salon)
  await expect(page.getByText(over)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add it to your calendar' })).toBeHidden()
  await open(page, '/events')
  await expect(page.getByText('This event is over.').first()).toBeVisible()
})

for (const summit of ['summit-2024', 'summit-2023']) {
  test(`${summit} stands alone, with ways back`, async ({ page }) => {
    await withoutPictures(page)
    await open(page, `/events/${summit}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Programme' })).toBeVisible()
    await page.getByRole('link', { name: 'All events' }).click()
    await expect(page).toHaveURL('/events')
    await page.goBack()
    await page.getByRole('link', { name: 'The Verandah' }).first().click()
    await expect(page).toHaveURL('/')
  })
}
