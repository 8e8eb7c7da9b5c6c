import { expect } from '@playwright/test'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { createEmailAddress } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'

test.use({ locale: 'de-DE', timezoneId: 'Asia/Kolkata' })

test('times are in the browser’s format and zone, links work', async ({ page, request }) => {
  const { inboxUrl } = readRunningStack()
  const [subject, to] = [`A subject for ${createEmailAddress()}`, createEmailAddress()]
  const mail = { from: 'desk@example.com', to, subject, text: 'Hello' }
  expect((await request.post(`${inboxUrl}/messages`, { data: mail })).ok()).toBe(true)
  await page.goto(inboxUrl)
  const article = page.getByRole('article').filter({ hasText: to })
  const instant = (await article.locator('time').getAttribute('datetime'))!
  const format = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' } as const
  await expect(article.locator('time')).toHaveText(
    new Intl.DateTimeFormat('de-DE', format).format(new Date(instant)),
  )
  await article.getByRole('link', { name: subject }).click()
  await expect(page).toHaveURL(/#mail-\d+$/)
  await page.reload()
  await expect(page.locator(':target')).toContainText(to)
})
