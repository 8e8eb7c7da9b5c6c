/** The desk's screens and their states. */
import type { Page } from '@playwright/test'
import type { PageView } from './open-view.ts'
import { sampleArticles } from './page-actions.ts'

const { slug } = sampleArticles.metered

/** Opens the palette once the page's script has loaded. */
export async function openPalette(page: Page) {
  await page.getByRole('button', { name: 'Go to' }).click()
  await page.getByRole('dialog', { name: 'Go to' }).waitFor()
}

async function findInPalette(page: Page) {
  await openPalette(page)
  await page.getByRole('combobox').fill('fathers')
  await page.getByRole('option', { name: 'Start this story' }).waitFor()
}

async function chooseSeveral(page: Page) {
  await page.getByRole('button', { name: 'Choose several' }).click()
  await page.getByRole('checkbox').first().check()
}

const openPerson = async (page: Page) => {
  await page.locator('[popovertarget="person"]').click()
  await page.getByRole('button', { name: 'Log out' }).waitFor()
}

const goOffline = async (page: Page) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false })
    dispatchEvent(new Event('offline'))
  })
  await page.getByText('You’re offline.').waitFor()
}

async function openPicture(page: Page) {
  await page.locator('.pictures a').first().click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
}

async function findNothing(page: Page) {
  await openPalette(page)
  await page.getByRole('combobox').fill('xylophone')
  await page.getByRole('option', { name: 'Start this story' }).waitFor()
}

const reader = 'editor'

export const deskViews: readonly PageView[] = [
  { name: 'desk', path: '/desk', reader },
  { name: 'desk-writer', path: '/desk', reader: 'writer' },
  { name: 'desk-support', path: '/desk', reader: 'support' },
  { name: 'desk-person', path: '/desk', reader, prepare: openPerson },
  { name: 'desk-offline', path: '/desk', reader, prepare: goOffline },
  { name: 'desk-palette', path: '/desk', reader, prepare: openPalette },
  { name: 'desk-palette-found', path: '/desk', reader, prepare: findInPalette },
  { name: 'desk-stories', path: '/desk/stories', reader },
  { name: 'desk-stories-chosen', path: '/desk/stories', reader, prepare: chooseSeveral },
  { name: 'desk-stories-found', path: '/desk/stories?search=the&category=culture', reader },
  { name: 'desk-stories-nothing', path: '/desk/stories?search=xylophone', reader },
  { name: 'desk-stories-authors', path: '/desk/stories?collection=authors', reader },
  { name: 'desk-pictures', path: '/desk/pictures', reader },
  { name: 'desk-pictures-offline', path: '/desk/pictures', reader, prepare: goOffline },
  { name: 'desk-pictures-nothing', path: '/desk/pictures?search=xylophone', reader },
  { name: 'desk-pictures-none', path: '/desk/pictures', reader: 'writer' },
  { name: 'desk-pictures-forbidden', path: '/desk/pictures', reader: 'support' },
  { name: 'desk-picture', path: '/desk/pictures', reader, prepare: openPicture },
  { name: 'desk-new', path: '/desk/new', reader },
  { name: 'desk-new-taken', path: `/desk/new?title=Fathers+in+ink&slug=${slug}`, reader },
  { name: 'desk-palette-nothing', path: '/desk', reader, prepare: findNothing },
  { name: 'desk-stories-offline', path: '/desk/stories', reader, prepare: goOffline },
  { name: 'desk-stories-bin', path: '/desk/stories?state=deleted', reader },
  { name: 'desk-stories-writer', path: '/desk/stories', reader: 'writer' },
  { name: 'desk-forbidden', path: '/desk/statistics', reader: 'writer' },
  { name: 'desk-statistics', path: '/desk/statistics', reader },
  { name: 'desk-statistics-plans', path: '/desk/statistics/plans', reader },
  { name: 'desk-keys', path: '/desk/keys', reader },
]
