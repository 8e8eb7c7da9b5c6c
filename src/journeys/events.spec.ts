import { expect } from '@playwright/test'
import { addMonths } from '../domain/month.ts'
import { test } from './testing/journey-test.ts'
import { listLayoutShifts, openPage, recordErrors } from './testing/page-actions.ts'

const eventPath = '/events/winter-salon'
const endedText = 'This event is over.'

test('the list of events leads to an upcoming event until it is over, and to past summits', async ({
  page,
}) => {
  const errors = recordErrors(page)
  await openPage(page, '/events')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Categories' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Letters Not Sent' }).click()
  await expect(page).toHaveURL(eventPath)
  await expect(page.getByText('18:30 to 21:30, London time')).toBeVisible()
  await expect(page.getByText('All times are London time.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Doors, coats and soup' })).toBeVisible()
  expect(await listLayoutShifts(page)).toEqual([])
  expect(errors).toEqual([])

  await expect(page.getByRole('main').getByRole('link', { name: /@example\.com/ })).toBeVisible()
  await expect(page.getByText(endedText)).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to your calendar' }).click()
  expect((await download).suggestedFilename()).toBe('winter-salon.ics')

  // The time decides, not the day of the build.
  await page.clock.setFixedTime(addMonths(new Date(), 24))
  await openPage(page, eventPath)
  await expect(page.getByText(endedText)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeHidden()
  await openPage(page, '/events')
  await expect(page.getByText(endedText).first()).toBeVisible()

  for (const summit of ['summit-2024', 'summit-2023']) {
    await openPage(page, `/events/${summit}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Programme' })).toBeVisible()
    await page.getByRole('link', { name: 'All events' }).click()
    await expect(page).toHaveURL('/events')
    await page.goBack()
    await page.getByRole('link', { name: 'The Verandah' }).first().click()
    await expect(page).toHaveURL('/')
  }
})
