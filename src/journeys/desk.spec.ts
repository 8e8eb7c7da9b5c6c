/** Today and Stories: finding, starting and following stories, by mouse, by keyboard, and on a phone. */
import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Fields } from '../../functions/platform/adapters/firestore-values.ts'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { getDraftPath } from '../domain/draft.ts'
import type { StaffRole } from '../domain/staff/staff.ts'
import { openPalette } from './testing/desk-views.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { signInAsNewReader, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  clearCookies,
  openPage,
  recordErrors,
  sampleArticles,
  submitLogin,
} from './testing/page-actions.ts'

const { slug, title } = sampleArticles.metered
const editPath = `/desk/edit/articles/${slug}`

async function signInAsStaff(context: BrowserContext, role: StaffRole) {
  const account = await signInAsNewReader(context)
  const written = await connectFirestore(readRunningStack().buildEnvironment).commit([
    { set: `users/${account.uid}`, fields: { role }, merge: true },
  ])
  if (!written.ok) throw new Error(written.failure.kind)
  // Signing in sets the cookie that shows pages the role.
  await signInWithIdToken(context, account)
  return account
}

async function store(stories: Readonly<Record<string, object>>) {
  const writes = Object.entries(stories).map(([set, fields]) => ({
    set,
    fields: fields as Fields,
    serverTimes: ['updatedAt'],
  }))
  const written = await connectFirestore(readRunningStack().buildEnvironment).commit(writes)
  if (!written.ok) throw new Error(written.failure.kind)
}

async function remove(paths: readonly string[]) {
  const writes = paths.map((path) => ({ remove: path }))
  const written = await connectFirestore(readRunningStack().buildEnvironment).commit(writes)
  if (!written.ok) throw new Error(written.failure.kind)
}

async function read(path: string): Promise<Fields> {
  const stored = await connectFirestore(readRunningStack().buildEnvironment).get(path)
  if (!stored.ok || !stored.value) throw new Error(`${path} is missing`)
  return stored.value.fields
}

async function send(context: BrowserContext, method: string, path: string, data: object) {
  const headers = { Origin: readRunningStack().siteUrl }
  const answer = await context.request.fetch(path, { method, data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const locateStories = (page: Page) => page.getByRole('main').locator('.document')
const locateNavigation = (page: Page) => page.getByRole('navigation', { name: 'Desk' })

test('an editor logs in at the desk’s address, and sees what needs attention today', async ({
  page,
  context,
}) => {
  const { name, password } = await signInAsStaff(context, 'editor')
  await clearCookies(page)
  const errors = recordErrors(page)
  await openPage(page, '/desk')
  await expect(page).toHaveURL('/login?return=%2Fdesk')
  await submitLogin(page, name, password)
  await expect(page).toHaveURL('/desk')
  const main = page.getByRole('main')
  for (const section of ['Waiting for an editor', 'Scheduled', 'Being written', 'Most read'])
    await expect(main.getByRole('heading', { name: section })).toBeVisible()
  await locateNavigation(page).getByRole('link', { name: 'Stories' }).click()
  await expect(locateNavigation(page).getByRole('link', { name: 'Stories' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(errors).toEqual([])
})

test('an editor finds a story while typing, and returns to the list', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const errors = recordErrors(page)
  await openPage(page, '/desk/stories')
  await expect(locateStories(page).nth(20)).toBeVisible()
  await page.getByRole('searchbox').pressSequentially('fathers in')
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
  await expect(locateStories(page)).toHaveCount(1)
  await expect(page).toHaveURL('/desk/stories?search=fathers+in')
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', editPath)

  await page.getByRole('navigation', { name: 'States' }).getByRole('link', { name: 'Bin' }).click()
  await expect(page).toHaveURL('/desk/stories?search=fathers+in&state=deleted')
  await expect(page.getByText('No title begins with these words.')).toBeVisible()
  await page.getByRole('link', { name: 'Search whole titles' }).click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('fathers in')
  await expect(locateStories(page)).toHaveCount(1)

  await page.getByRole('searchbox').fill('')
  await expect(locateStories(page).nth(20)).toBeVisible()
  await page.getByLabel('Kind').selectOption('Authors')
  await expect(page).toHaveURL('/desk/stories?collection=authors')
  await expect(page.getByRole('link', { name: 'Nayanika Bhowmick' })).toBeVisible()
  expect(errors).toEqual([])
})

test('an editor lists, filters and starts stories without JavaScript', async ({
  pageWithoutScript: page,
}) => {
  await signInAsStaff(page.context(), 'writer')
  await openPage(page, '/desk/stories')
  await page.getByRole('searchbox').fill('fathers in')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('link', { name: 'New story' }).click()
  await page.getByRole('textbox', { name: 'Headline' }).fill('Fathers in ink')
  await page.getByLabel('Address').fill(slug)
  await page.getByRole('button', { name: 'Start writing' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    `${title} already has this address. Enter another address.`,
  )
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue('Fathers in ink')
})

test('an editor starts a story with an address made from its headline, with a phone’s keyboard', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signInAsStaff(context, 'writer')
  await openPage(page, '/desk/new')
  await expect(page.getByRole('textbox', { name: 'Headline' })).toBeFocused()
  await page.keyboard.type('Rain, and the school bell')
  await expect(page.getByLabel('Address')).toHaveValue('rain-and-the-school-bell')
  const problems = await findProblemsAt([360], page, 'a new story')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/edit\/articles\/rain-and-the-school-bell\?title=/)
  expect(problems).toEqual([])
})

test('an editor opens any page from the palette, by keyboard alone', async ({ page, context }) => {
  await signInAsStaff(context, 'editor')
  const errors = recordErrors(page)
  await openPage(page, '/desk')
  await page.getByRole('button', { name: 'Go to' }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette).toBeVisible()
  await page.keyboard.type('stor')
  await expect(palette.getByRole('option', { name: 'New story' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/desk/stories')

  await openPalette(page)
  await page.keyboard.type('fathers in')
  await expect(palette.getByRole('option', { name: title })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  const problems = await findProblemsAt([360, 1280], page, 'a story in the palette')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await openPalette(page)
  await page.keyboard.type('in pencil')
  await palette.getByRole('option', { name: title }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(editPath)
  expect([errors.filter((error) => !error.includes('404')), problems]).toEqual([[], []])
})

test('the desk says that the browser is offline, and that the session has ended', async ({
  page,
  context,
}) => {
  await signInAsStaff(context, 'editor')
  await page.clock.install()
  await openPage(page, '/desk')
  await page.getByRole('button', { name: 'Go to' }).waitFor()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toBeHidden()
  await context.clearCookies()
  await page.clock.runFor(181_000)
  await expect(page.getByText('This list can’t be refreshed.')).toBeVisible()
})

test('the site leads staff to the desk and to the editor, and readers to neither', async ({
  page,
  context,
}) => {
  const openMenu = () => page.getByRole('button', { name: 'Menu' }).first().click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const edit = page.getByRole('main').getByRole('link', { name: 'Edit', exact: true })
  await signInAsStaff(context, 'editor')
  await openPage(page, `/${slug}`)
  await expect(edit).toHaveAttribute('href', editPath)
  await openMenu()
  await menu.getByRole('link', { name: 'Desk' }).click()
  await expect(page).toHaveURL('/desk')
  await page.getByRole('link', { name: 'The Verandah' }).click()
  await expect(page).toHaveURL('/')

  await clearCookies(page)
  await signInAsStaff(context, 'support')
  await openPage(page, `/${slug}`)
  await openMenu()
  await expect(menu.getByRole('link', { name: 'Desk' })).toBeVisible()
  await expect(edit).toHaveCount(0)

  await clearCookies(page)
  await signInAsNewReader(context)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openPage(page, `/${slug}`)
  await openMenu()
  await expect(menu.getByRole('link', { name: 'My account' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Desk' })).toHaveCount(0)
  expect(scripts.filter((address) => address.includes('staff-links'))).toEqual([])
})

test('an editor sees what a writer has submitted', async ({ page, context, otherDevice }) => {
  const word = randomBytes(4).toString('hex')
  const path = `/api/desk/documents/articles/rain-${word}`
  await signInAsStaff(otherDevice, 'writer')
  const fields = { title: `Rain ${word}`, authors: ['tahmina-sarkar'], category: 'culture' }
  await send(otherDevice, 'PUT', `${path}/draft`, { fields, body: '', revision: 0, base: null })
  await send(otherDevice, 'POST', `${path}/submit`, { revision: 1, note: 'A second read, please.' })

  await signInAsStaff(context, 'editor')
  await openPage(page, '/desk')
  const waiting = page.getByRole('region', { name: 'Waiting for an editor' })
  const row = waiting.getByRole('listitem').filter({ hasText: `Rain ${word}` })
  await expect(row).toContainText('Tahmina Sarkar')
  await expect(row).toContainText('“A second read, please.”')
  await row.getByRole('link', { name: 'Tahmina Sarkar' }).click()
  await expect(page).toHaveURL('/desk/stories?author=tahmina-sarkar')
  const submitted = locateStories(page).filter({ hasText: `Rain ${word}` })
  await expect(submitted).toContainText('Submitted')
  await page.getByRole('link', { name: 'Remove “By Tahmina Sarkar”' }).click()
  await expect(page).toHaveURL('/desk/stories')
  await remove([getDraftPath('articles', `rain-${word}`)])
})

test('an editor tags several stories at once, and withdraws them', async ({ page, context }) => {
  const word = randomBytes(4).toString('hex')
  const paths = ['a', 'b', 'c'].map((letter) => `articles/${letter}-${word}`)
  const template = await read(`articles/${slug}`)
  await store(
    Object.fromEntries(
      paths.map((path) => [path, { ...template, tags: [], title: `${word} in ${path}` }]),
    ),
  )
  await signInAsStaff(context, 'editor')
  await openPage(page, `/desk/stories?search=${word}`)
  await page.getByRole('button', { name: 'Choose several' }).click()
  for (const path of paths.slice(0, 2))
    await page.getByRole('checkbox', { name: `${word} in ${path}` }).check()
  const problems = await findProblemsAt([360, 1280], page, 'chosen stories')
  await page.locator('select[name="tag"]').selectOption('Bangladesh')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('2 of 2 done.')).toBeVisible()
  const tags = await Promise.all(paths.map(async (path) => (await read(path)).tags))
  expect(tags).toEqual([['bangladesh'], ['bangladesh'], []])

  for (const path of paths) await page.getByRole('checkbox', { name: `${word} in ${path}` }).check()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Enter a reason for the history.')).toBeVisible()
  await page.getByLabel('Reason').fill('A trial')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('3 of 3 done.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(locateStories(page).filter({ hasText: 'Withdrawn' })).toHaveCount(3)
  await remove(paths)
  expect(problems).toEqual([])
})
