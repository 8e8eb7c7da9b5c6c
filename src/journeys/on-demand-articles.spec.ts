/** Stories that no build contains: a draft's preview, and an article published just now. */
import { expect, type Page } from '@playwright/test'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { signPreviewPath } from '../contracts/signing/desk-signature.ts'
import { keyringSchema } from '../contracts/signing/keyring.ts'
import { importSigningKeys } from '../contracts/signing/signed-token.ts'
import { findProblemsAt } from './testing/find-violations.ts'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  fakeImages,
  locateBody,
  locateHeading,
  locateWall,
  openPage,
  recordErrors,
  recordRequests,
  sampleAccount,
  sampleArticles,
} from './testing/page-actions.ts'

const stack = readRunningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const draft = { slug: 'a-draft-to-be-seen', title: 'A draft to be seen', status: 'draft' }
const publishedArticle = {
  slug: 'fresh-from-the-desk',
  title: 'Fresh from the desk',
  status: 'published',
}

const importedArticle = {
  slug: 'fresh-from-an-import',
  title: 'Fresh from an import',
  status: 'published',
  access: 'public',
}
/** The story is so old that the lists of other journeys don't show it. */
const publishedAt = new Date('2001-01-01')

const undescribedFigure =
  '::figure{image="loom-0123456789abcdef" width="3" height="2" alt="" altNeeded="true"}'

test.beforeAll(async () => {
  const stored = await firestore.get(`articles/${sampleArticles.metered.slug}`)
  if (!stored.ok || !stored.value) throw new Error('no sample')
  const { fields } = stored.value
  const image = { ...(fields.image as object), alt: '', altNeeded: true, caption: 'At the loom' }
  const body = `One thread.\n\n${undescribedFigure}\n\n${fields.body}`
  const committed = await firestore.commit(
    [draft, publishedArticle, { ...importedArticle, image, body }].map(({ slug, ...changes }) => ({
      set: `articles/${slug}`,
      fields: { ...fields, publishedAt, ...changes },
      serverTimes: ['updatedAt'],
    })),
  )
  if (!committed.ok) throw new Error('the articles could not be written')
})
// Stories are withdrawn, not removed: the Worker would list removed ones until the next build.
test.afterAll(() =>
  firestore.commit(
    [draft, publishedArticle, importedArticle].map(({ slug }) => ({
      set: `articles/${slug}`,
      fields: { status: 'withdrawn' },
      merge: true,
      serverTimes: ['updatedAt'],
    })),
  ),
)

async function createPreviewLink() {
  const keys = await importSigningKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))
  return signPreviewPath(draft.slug, new Date(Date.now() + 3_600_000), keys)
}

/** The Worker reads the list of changes every five seconds. */
async function openFreshArticle(page: Page, { slug } = publishedArticle) {
  const fetchStatus = async () => (await page.request.get(`/${slug}`)).status()
  await expect.poll(fetchStatus, { timeout: 30_000 }).toBe(200)
  await openPage(page, `/${slug}`)
}

test.use({ hasImages: true })

test('a draft can be read through its link, and a new story can be read like any other', async ({
  page,
  context,
}) => {
  const errors = recordErrors(page)
  const problems: string[] = []
  const trackedEvents = recordRequests(page, /\/api\/collect/)
  const fakedImages = await fakeImages(page)
  const link = await createPreviewLink()
  await openPage(page, link)
  await expect(page.getByRole('heading', { level: 1, name: draft.title })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    'This is an unpublished draft',
  )
  await expect(locateWall(page)).toBeHidden()
  await expect(locateBody(page)).toBeVisible()
  // The heading above the closed part says that it begins here.
  await expect(page.locator('.closed-part')).toBeVisible()
  await locateBody(page).locator('figure img').first().scrollIntoViewIfNeeded()
  // Requests for closed images are signed.
  await expect.poll(() => fakedImages.some((url) => /[?&]token=/.test(url))).toBe(true)
  problems.push(...(await findProblemsAt([1280], page, 'draft')))
  // The page is left here, because leaving it later would send events.
  await page.goto('about:blank')
  expect([errors, trackedEvents]).toEqual([[], []])
  await openPage(page, `${link}x`)
  await expect(locateHeading(page)).toHaveText('This preview link doesn’t work.')
  problems.push(...(await findProblemsAt([1280], page, 'altered link')))
  // The only error is for the page that doesn't exist.
  expect(errors.splice(0)).toEqual([expect.stringContaining('404')])

  // The next build cuts fonts to these letters; until then, browsers load the whole fonts.
  const missingFonts: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404 && /\/_fonts\//.test(response.url()))
      missingFonts.push(response.url())
  })
  await openFreshArticle(page)
  await expect(page.getByRole('heading', { level: 1, name: publishedArticle.title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Subscribe' }).last()).toBeVisible()
  await expect(locateBody(page)).toHaveCount(0)
  problems.push(...(await findProblemsAt([1280], page, 'wall')))

  // Imported pictures without a description are decorative.
  await openFreshArticle(page, importedArticle)
  const lead = page.locator('main figure').first()
  await expect(lead.locator('img')).toHaveAttribute('alt', '')
  await expect(lead.locator('figcaption')).toContainText('At the loom')
  await expect(page.locator('.prose figure img').first()).toHaveAttribute('alt', '')
  await expect(page.locator('meta[property="og:image:alt"]')).toHaveCount(0)
  await expect(page.getByText('altNeeded')).toHaveCount(0)
  problems.push(...(await findProblemsAt([1280], page, 'imported')))

  await signInWithIdToken(context, sampleAccount('subscriber'))
  await openFreshArticle(page)
  await expect(locateBody(page)).toBeVisible()
  await expect(locateWall(page)).toBeHidden()
  expect(problems).toEqual([])
  expect(errors).toEqual(missingFonts.map(() => expect.stringContaining('404')))
})
