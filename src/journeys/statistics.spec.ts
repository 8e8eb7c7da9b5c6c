/** The editors' page of statistics. */
import { expect, type Page } from '@playwright/test'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { findViolations } from './testing/find-violations.ts'
import { openPageAs, signInAsNewReader } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import { openPage, recordErrors } from './testing/page-actions.ts'

const path = '/desk/statistics'

async function setRole(uid: string, role: 'editor' | null) {
  const { buildEnvironment } = readRunningStack()
  const written = await connectFirestore(buildEnvironment).commit([
    { set: `users/${uid}`, fields: { role }, merge: true },
  ])
  if (!written.ok) throw new Error(written.failure.kind)
}

const expectMissing = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'We can’t find that page.' })).toBeVisible()
  expect(page.url()).toContain(path)
}

test('a guest, a reader and a subscriber find no page', async ({ page }) => {
  await page.goto(path)
  await expectMissing(page)
  for (const reader of ['registered', 'subscriber']) {
    await openPageAs(page, reader, '/about')
    await page.goto(path)
    await expectMissing(page)
  }
})

test('an editor reads every report, until the role is revoked', async ({ page, context }) => {
  const errors = recordErrors(page)
  const { uid } = await signInAsNewReader(context)
  await setRole(uid, 'editor')
  await openPage(page, path)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  const figures = page.getByRole('table', { name: 'The publication' })
  await expect(figures.getByRole('rowheader', { name: 'Views', exact: true })).toBeVisible()
  await page.getByText('What these numbers mean').first().click()
  await expect(page.getByText('How often a story was open and visible').first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^Day by day: views/ })).toBeVisible()

  const navigation = page.getByRole('navigation', { name: 'Statistics' })
  for (const name of [
    'Funnel',
    'Plans and churn',
    'The Weekly',
    'Gifts and referrals',
    'The meter',
  ]) {
    await navigation.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(navigation.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  expect(errors).toEqual([])

  await setRole(uid, null)
  await page.goto(path)
  await expectMissing(page)
})

test('the hour’s statistics refresh themselves, and stop when the role is revoked', async ({
  page,
  context,
}) => {
  const { uid } = await signInAsNewReader(context)
  await setRole(uid, 'editor')
  await page.clock.install()
  await openPage(page, path)
  // Both may be within one second.
  const updated = page.getByText(/^Updated at/).locator('time')
  const before = await updated.getAttribute('datetime')
  const refreshed = page.waitForResponse(`**${path}/now`)
  await page.clock.runFor(31_000)
  expect((await refreshed).status()).toBe(200)
  await expect(updated).not.toHaveAttribute('datetime', before!)
  await setRole(uid, null)
  await page.clock.runFor(31_000)
  await expect(page.getByText('You’re no longer logged in as an editor')).toBeVisible()
})

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const) {
  test(`axe finds nothing, and nothing is wider than the window, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    for (const report of ['', '/plans', '/weekly', '/stories/fathers-in-pencil']) {
      await openPageAs(page, 'editor', path + report)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await findViolations(page)).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}

test('the page prints all its numbers', async ({ page }) => {
  await openPageAs(page, 'editor', path)
  await expect(page.getByRole('table', { name: 'Day by day' })).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Day by day' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Statistics' })).toBeHidden()
})
