/** The editors' statistics page. */
import { expect } from '@playwright/test'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { newsletter } from '../publication/newsletter.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { openPage, recordErrors } from './testing/page-actions.ts'

const path = '/desk/statistics'
const reports = ['Funnel', 'Plans and churn', newsletter.name, 'Gifts and referrals', 'The meter']

async function setRole(uid: string, role: 'editor' | null) {
  const { buildEnvironment } = readRunningStack()
  const written = await connectFirestore(buildEnvironment).commit([
    { set: `users/${uid}`, fields: { role }, merge: true },
  ])
  if (!written.ok) throw new Error(written.failure.kind)
}

test('an editor reads the statistics, until the role is revoked', async ({ page, context }) => {
  const errors = recordErrors(page)
  const { uid } = await signInAsNewReader(context)
  await setRole(uid, 'editor')
  await page.clock.install()
  await openPage(page, path)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  const figures = page.getByRole('table', { name: 'The publication' })
  await expect(figures.getByRole('rowheader', { name: 'Views', exact: true })).toBeVisible()
  const details = page.getByRole('table', { name: 'Day by day' })
  await expect(details).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(details).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Statistics' })).toBeHidden()
  await page.emulateMedia({ media: null })
  const problems = await findProblemsAt([390, 1280], page, 'Overview')
  await page.getByText('What these numbers mean').first().click()
  await expect(page.getByText('How often a story was open and visible').first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^Day by day: views/ })).toBeVisible()
  // Both times may be within one second.
  const updated = page.getByText(/^Updated at/).locator('time')
  const before = await updated.getAttribute('datetime')
  const refreshed = page.waitForResponse(`**${path}/now`)
  await page.clock.runFor(31_000)
  expect((await refreshed).status()).toBe(200)
  await expect(updated).not.toHaveAttribute('datetime', before!)

  const navigation = page.getByRole('navigation', { name: 'Statistics' })
  for (const name of reports) {
    await navigation.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(navigation.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    if ([reports[1], reports[2]].includes(name))
      problems.push(...(await findProblemsAt([390], page, name)))
  }
  await openPage(page, `${path}/stories/fathers-in-pencil`)
  problems.push(...(await findProblemsAt([390], page, 'a story')))
  expect([errors, problems]).toEqual([[], []])

  await openPage(page, path)
  await setRole(uid, null)
  await page.clock.runFor(31_000)
  await expect(page.getByText('These numbers can’t be refreshed.')).toBeVisible()
})
