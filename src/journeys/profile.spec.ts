/** Readers' public pages: turned on in the account, filled in /saved, seen and reported by everyone. */
import { expect, type Page } from '@playwright/test'
import { createTestName } from '../../scripts/dev/stack/emulator-accounts.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { site } from '../publication/identity.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { createAccount, signInWithIdToken } from './testing/journey-accounts.ts'
import { connectStack } from './testing/journey-subscribers.ts'
import { test } from './testing/journey-test.ts'
import { locateMain, openPage, recordErrors, sampleArticles } from './testing/page-actions.ts'
import { findInEmail } from './testing/received-emails.ts'
import { expectTracked, listEvents, readAnonymousId } from './testing/received-events.ts'

const { slug, title } = sampleArticles.metered

const createHandle = () => createTestName().toLowerCase().slice(0, 30)

async function call(page: Page, method: string, path: string, data?: object) {
  const headers = { Origin: readRunningStack().siteUrl }
  const response = await page
    .context()
    .request.fetch(path, { method, headers, ...(data ? { data } : {}) })
  expect(response.status(), await response.text()).toBeLessThan(300)
}

/** Signs in a new reader with a public page. */
async function createProfile(page: Page, settings: object = {}) {
  const account = await createAccount()
  await signInWithIdToken(page.context(), account)
  const handle = createHandle()
  const profile = {
    handle,
    name: 'Leela M.',
    bio: '',
    isPublic: true,
    isIndexed: false,
    ...settings,
  }
  await call(page, 'PUT', '/api/profile', profile)
  return { ...account, handle, path: `/reader/${handle}`, profile }
}

test('a reader sets up a page, recommends a story, and others see it', async ({
  page,
  otherDevice,
}) => {
  const errors = recordErrors(page)
  await signInWithIdToken(page.context(), await createAccount())
  await call(page, 'PUT', `/api/saved/${slug}`, {})
  await openPage(page, '/saved')
  await page.getByRole('link', { name: 'Set up your page' }).click()
  const setting = locateMain(page).locator('#profile details')
  await expect(setting.locator('summary')).toContainText('Off')
  await setting.locator('summary').click()
  const handle = createHandle()
  await setting.getByLabel('Name').fill('Leela M.')
  await setting.getByLabel('About you').fill('Reads on trains <b>between</b> Galle and Colombo.')
  await setting.getByLabel('Show my page').check()
  await setting.getByRole('textbox', { name: 'Address' }).fill('verandah')
  await setting.getByRole('button', { name: 'Save page' }).click()
  await expect(setting.getByRole('alert')).toContainText('That address is reserved')
  await setting.getByRole('textbox', { name: 'Address' }).fill(handle.toUpperCase())
  await setting.getByRole('button', { name: 'Save page' }).click()
  await expect(setting.getByRole('status')).toContainText('Saved')
  await expect(setting.locator('summary')).toContainText(`/reader/${handle}`)
  await expectTracked(page, 'Account Updated', { field: 'public page' })

  await setting.getByRole('link', { name: 'Choose stories' }).click()
  await locateMain(page)
    .getByRole('button', { name: `Recommend “${title}”` })
    .click()
  await expect(
    locateMain(page).getByRole('button', { name: `Stop recommending “${title}”` }),
  ).toBeVisible()
  await locateMain(page).getByRole('link', { name: 'View your page' }).click()

  await expect(page).toHaveURL(`/reader/${handle}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leela M.')
  await expect(locateMain(page).getByText('Reader', { exact: true })).toBeVisible()
  await expect(page.getByText('<b>between</b>')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByText('This is your page')).toBeVisible()
  await expect(page.getByText('Report this page')).toBeHidden()
  await expectTracked(page, 'Own profile visited', {}, {})

  const guest = await otherDevice.newPage()
  const response = await guest.goto(`${readRunningStack().siteUrl}/reader/${handle}`)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await expect(guest.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(guest.getByRole('link', { name: title })).toBeVisible()
  await expect(guest.getByText('This is your page')).toBeHidden()
  // Nothing else on this page is tracked.
  await expect.poll(() => readAnonymousId(guest)).toBeDefined()
  await expectTracked(guest, 'Other profile visited', {})
  const visits = await listEvents(await readAnonymousId(guest))
  // Visits contain neither the handle nor the name.
  expect(JSON.stringify(visits)).not.toMatch(new RegExp(`${handle}|Leela`))
  // The only error is that of the reserved address.
  expect(errors).toEqual([expect.stringContaining('409')])
})

test('a page can be reported, and a page that is switched off looks as if it never existed', async ({
  page,
  otherDevice,
}) => {
  const bio = 'Reads on trains. گھر کی کہانیاں'
  const { path, profile, handle } = await createProfile(page, { isIndexed: true, bio })
  for (const article of [slug, sampleArticles.public.slug]) {
    await call(page, 'PUT', `/api/profile/recommendations/${article}`)
  }
  await openPage(page, path)
  await expect(page.getByText('This is your page')).toBeVisible()
  expect(await findProblemsAt([390], page, 'own')).toEqual([])

  const guest = await otherDevice.newPage()
  const read = async (address: string) => {
    const response = await guest.goto(readRunningStack().siteUrl + address)
    return { status: response!.status(), text: await response!.text() }
  }
  expect((await read(path)).status).toBe(200)
  await expect(guest.locator('meta[name="robots"]')).not.toHaveAttribute('content', 'noindex')
  await guest.getByText('Report this page').click()
  expect(await findProblemsAt([1280], guest, 'report')).toEqual([])
  await guest.getByLabel('It pretends to be somebody else').check()
  await guest.getByLabel('Anything the editors should know?').fill('I’m the real Leela <script>')
  await guest.getByRole('button', { name: 'Send report' }).click()
  await expect(guest.locator('[data-report]').getByRole('status')).toContainText(
    'We’ve received your report',
  )
  await expect(guest.getByRole('button', { name: 'Send report' })).toBeDisabled()
  const pattern = new RegExp(`reader’s page was reported: ${handle}[^]*I’m the real Leela <script>`)
  await findInEmail(site.editorsEmail, pattern)
  const { firestore } = connectStack()
  const reports = await firestore.query({ collection: 'profileReports' })
  expect(reports.ok && JSON.stringify(reports.value.documents)).not.toContain('127.')

  await call(page, 'PUT', '/api/profile', { ...profile, isPublic: false })
  const off = await read(path)
  expect(off).toEqual(await read('/reader/there-is-nobody-here'))
  expect(off.status).toBe(404)
  expect(off.text).toContain('We can’t find that reader’s page')
  await call(page, 'PUT', '/api/profile', profile)
  expect((await read(path.toUpperCase().replace('/READER', '/reader'))).status).toBe(200)
})
