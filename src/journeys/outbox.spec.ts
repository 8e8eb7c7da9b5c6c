/** The local outbox, as whoever runs the stack sees it. */
import { expect } from '@playwright/test'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { newAddress } from './accounts.ts'
import { test } from './journey.ts'

test.use({ locale: 'de-DE', timezoneId: 'Asia/Kolkata' })

test('times are in the format and zone of the browser, and a mail can be linked to', async ({
  page,
  request,
}) => {
  const { outboxUrl } = runningStack()
  const [subject, to] = [`A subject for ${newAddress()}`, newAddress()]
  const mail = { from: 'desk@example.com', to, subject, text: 'Hello' }
  expect((await request.post(`${outboxUrl}/messages`, { data: mail })).ok()).toBe(true)
  await page.goto(outboxUrl)
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
