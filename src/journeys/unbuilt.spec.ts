/** Stories that no build has: a draft behind its link, and what was published a moment ago. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { deriveDeskKeys, signPreviewPath } from '../contracts/desk-signature.ts'
import { keyringSchema } from '../contracts/keyring.ts'
import { test } from './journey.ts'
import { errorsOf, open, samples, signIn } from './readers.ts'

const stack = runningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const draft = { slug: 'a-draft-to-be-seen', title: 'A draft to be seen', status: 'draft' }
const fresh = { slug: 'fresh-from-the-desk', title: 'Fresh from the desk', status: 'published' }

// One after the other, because the articles are there for all of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const stored = await firestore.get(`articles/${samples.metered.slug}`)
  if (!stored.ok || !stored.value) throw new Error('no sample')
  const { fields } = stored.value
  const committed = await firestore.commit(
    [draft, fresh].map(({ slug, title, status }) => ({
      set: `articles/${slug}`,
      fields: { ...fields, title, status },
      serverTimes: ['updatedAt'],
    })),
  )
  if (!committed.ok) throw new Error('the articles could not be written')
})
test.afterAll(() =>
  firestore.commit([draft, fresh].map(({ slug }) => ({ remove: `articles/${slug}` }))),
)

async function link() {
  const keys = await deriveDeskKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))
  return signPreviewPath(draft.slug, new Date(Date.now() + 3_600_000), keys)
}

async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
}

/** Gives a drawing for every picture, which the edge takes long to cut; answers what is asked for. */
async function drawnPictures(page: Page) {
  const asked: string[] = []
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
  await page.route('**/images/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  return asked
}

const rest = (page: Page) => page.locator('[data-rest]')

/** The list of what has changed is asked for every five seconds. */
async function openFresh(page: Page) {
  await expect
    .poll(async () => (await page.request.get(`/${fresh.slug}`)).status(), { timeout: 30_000 })
    .toBe(200)
  await open(page, `/${fresh.slug}`)
}

test('an editor reads a draft to its end, with its pictures, and nothing is counted', async ({
  page,
}) => {
  const errors = errorsOf(page)
  const counted: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/collect') && counted.push(request.url()),
  )
  const pictures = await drawnPictures(page)
  await open(page, await link())
  await expect(page.getByRole('heading', { level: 1, name: draft.title })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('A draft')
  await expect(page.locator('[data-wall]')).toBeHidden()
  await page.locator('.closed-part').scrollIntoViewIfNeeded()
  await expect(rest(page)).toBeVisible()
  await rest(page).locator('figure img').first().scrollIntoViewIfNeeded()
  // Closed as they are, they are asked for with what opens them: the edge's tests get them so.
  await expect.poll(() => pictures.some((url) => url.includes('&signature='))).toBe(true)
  await expectAccessible(page)
  // What has been seen and read is sent with the page's end.
  await page.goto('about:blank')
  expect([errors, counted]).toEqual([[], []])
})

test('a link that has been altered says so', async ({ page }) => {
  await open(page, `${await link()}x`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link opens nothing.')
  await expectAccessible(page)
})

test('a guest meets the wall of a story of this minute, as of any other', async ({ page }) => {
  const errors = errorsOf(page)
  await drawnPictures(page)
  await openFresh(page)
  await expect(page.getByRole('heading', { level: 1, name: fresh.title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Subscribe' }).last()).toBeVisible()
  await expect(rest(page)).toHaveCount(0)
  await expectAccessible(page)
  expect(errors).toEqual([])
})

test('a subscriber reads it', async ({ page }) => {
  const errors = errorsOf(page)
  await drawnPictures(page)
  await signIn(page, 'subscriber')
  await expect(page).toHaveURL('/')
  await openFresh(page)
  await expect(rest(page)).toBeVisible()
  await expect(page.locator('[data-wall]')).toHaveCount(0)
  expect(errors).toEqual([])
})
