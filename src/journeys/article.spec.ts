/** Everything around an article: sharing, text selection, rating, progress, footnotes. */
import { expect, type Page } from '@playwright/test'
import { createReaderWithSession } from '../../functions/testing/edge-client.ts'
import { signInAsNewReader, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  addSessionCookies,
  disableWebShare,
  locateBody,
  locateOffer,
  recordRequests,
  sampleAccount,
  sampleArticles,
} from './testing/page-actions.ts'
import { expectTracked } from './testing/received-events.ts'

const articleWithFootnotes = 'six-days-to-make-a-cow'
const buildShareUrl = (baseURL: string | undefined, slug: string) =>
  new URL(`/${slug}?utm_source=share`, baseURL).href

const locateRatingStatus = (page: Page) => page.locator('form[data-rating]').getByRole('status')

function recordRatings(page: Page) {
  const sentRatings: Promise<[number, number]>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/api/ratings/') || request.method() !== 'PUT') return
    const answered = request.response().then((response) => response!.status())
    sentRatings.push(answered.then((status) => [status, request.postDataJSON().rating]))
  })
  return () => Promise.all(sentRatings)
}

const selectText = (page: Page, selector: string, index = 0) =>
  page
    .locator(selector)
    .nth(index)
    .evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      getSelection()!.selectAllChildren(element)
    })

const locateSelectionBar = (page: Page) =>
  page.getByRole('region', { name: 'Share the selected text' })

/** Replaces the system’s share dialog. */
function acceptShares() {
  Object.defineProperty(Navigator.prototype, 'share', {
    configurable: true,
    value: async (data: unknown) => Object.assign(window, { shared: data }),
  })
}

const readShared = (page: Page) =>
  page.evaluate(() => (window as { shared?: { url: string } }).shared?.url)

test('a story is shared from a menu by keyboard, or with the system’s dialog', async ({
  page,
  context,
  otherDevice,
  baseURL,
}) => {
  await disableWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { slug } = sampleArticles.public
  await page.goto(`/${slug}`)
  const button = page.getByRole('button', { name: 'Share' }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('region', { name: 'Share this story' })
  await expect(menu).toBeVisible()
  const whatsapp = await menu.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(whatsapp!).searchParams.get('text')).toContain(buildShareUrl(baseURL, slug))
  await context.route(`${new URL(whatsapp!).origin}/**`, (route) => route.abort())
  const opened = context.waitForEvent('page')
  await menu.getByRole('link', { name: 'WhatsApp' }).click()
  await (await opened).close()
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('status')).toHaveText('Link copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    buildShareUrl(baseURL, slug),
  )
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  const shared = { slug, channel: 'link' } as const
  await expectTracked(page, 'Article Shared', { ...shared, channel: 'whatsapp' }, shared)

  const otherPage = await otherDevice.newPage()
  await otherPage.addInitScript(acceptShares)
  await otherPage.goto(`/${slug}`)
  await otherPage.getByRole('button', { name: 'Share' }).first().click()
  await expect.poll(() => readShared(otherPage)).toBe(buildShareUrl(baseURL, slug))
  await expect(otherPage.getByRole('region', { name: 'Share this story' })).toBeHidden()
})

test('a reader shares the story’s own link, or chooses their referral link', async ({
  page,
  context,
  otherDevice,
  baseURL,
}) => {
  await disableWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { slug } = sampleArticles.public
  await signInAsNewReader(context)
  const requests = recordRequests(page, /\/api\/referral$/)
  await page.goto(`/${slug}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  const menu = page.getByRole('region', { name: 'Share this story' })
  const choice = menu.getByLabel('Use my referral link')
  await expect(choice).not.toBeChecked()
  await expect(choice).toHaveAccessibleDescription(/Friends will see your first name/)
  const expectLink = (address: string | RegExp) =>
    expect(menu.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      typeof address === 'string' ? new RegExp(`${encodeURIComponent(address)}$`) : address,
    )
  await expectLink(buildShareUrl(baseURL, slug))
  expect(requests).toEqual([])
  const endpoint = '**/api/referral'
  await page.route(endpoint, (route) => route.abort())
  await choice.click()
  await expect(menu.getByRole('status')).toHaveText(/couldn’t get your link/)
  await expect(choice).not.toBeChecked()
  await page.unroute(endpoint)
  await choice.check()
  await expectLink(new RegExp(`%2Fr%2F[a-z0-9]{10}%3Fto%3D${slug}$`))
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('status')).toHaveText('Link copied.')
  const own = await page.evaluate(() => navigator.clipboard.readText())
  expect(own).toMatch(new RegExp(`/r/[a-z0-9]{10}\\?to=${slug}$`))
  await expectTracked(page, 'Article Shared', { slug, channel: 'link' })
  await expectTracked(page, 'Referral Link Shared', { channel: 'link' })
  await choice.uncheck()
  await expectLink(buildShareUrl(baseURL, slug))

  // The browser restores no choice, and logging out in another tab ends it.
  await choice.check()
  await expectLink(/%2Fr%2F/)
  await page.goto('/latest')
  await page.goBack()
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(choice).not.toBeChecked()
  await expectLink(buildShareUrl(baseURL, slug))
  await choice.check()
  await expectLink(/%2Fr%2F/)
  await context.setOffline(true)
  await context.clearCookies({ name: 'reader' })
  await page.evaluate(() => dispatchEvent(new Event('pageshow')))
  await expectLink(buildShareUrl(baseURL, slug))
  await context.setOffline(false)

  // If the system has a share dialog, the menu opens first.
  await signInAsNewReader(otherDevice)
  const otherPage = await otherDevice.newPage()
  await otherPage.addInitScript(acceptShares)
  await otherPage.goto(`/${slug}`)
  await otherPage.getByRole('button', { name: 'Share' }).first().click()
  const otherMenu = otherPage.getByRole('region', { name: 'Share this story' })
  await expect(otherMenu.getByRole('link', { name: 'WhatsApp' })).toBeHidden()
  await otherMenu.getByRole('button', { name: 'Share…' }).click()
  await expect.poll(() => readShared(otherPage)).toBe(buildShareUrl(baseURL, slug))
})

test('a guest shares selected text of the open part, and a subscriber shares text of the whole story', async ({
  page,
  context,
  baseURL,
}) => {
  await disableWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${articleWithFootnotes}`)
  await expect(page.locator('.footnote-ref')).toBeHidden()
  await expect(page.getByText('How was this story?')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(1)
  await selectText(page, '.prose > p')
  await expect(locateSelectionBar(page)).toBeVisible()
  // The wall's text is replaced once the server has answered.
  await locateOffer(page).waitFor()
  await selectText(page, '[data-wall] p')
  await expect(locateSelectionBar(page)).toBeHidden()
  await selectText(page, '.prose > p')
  await expect(locateSelectionBar(page)).toBeVisible()
  // Two words are too few to share.
  await page.evaluate(() => {
    const text = document.querySelector('.prose > p + p')!.firstChild!
    getSelection()!.setBaseAndExtent(text, 0, text, 9)
  })
  await expect(locateSelectionBar(page)).toBeHidden()

  await signInWithIdToken(context, sampleAccount('subscriber'))
  await page.goto(`/${articleWithFootnotes}`)
  await expect(locateBody(page)).toBeVisible()
  await page.getByLabel('Note 1', { exact: true }).click()
  await expect(page).toHaveURL(/#fn1$/)
  await expect(page.getByText('the first day after the full moon')).toBeInViewport()
  await page.getByLabel('Back to the text at note 1').click()
  await expect(page).toHaveURL(/#fnref1$/)
  await selectText(page, '[data-article-body] p', 3)
  await expect(locateSelectionBar(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(locateSelectionBar(page).getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(locateSelectionBar(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
  // Test stacks append a word for the leak test to paragraphs.
  expect(clipboardText).toContain(
    `${buildShareUrl(baseURL, articleWithFootnotes)}#:~:text=${encodeURIComponent('“It’s Gai Jatra,” says the aunt. “They’re supposed to laugh.”')}`,
  )
  await page.keyboard.press('Escape')
  await expect(locateSelectionBar(page)).toBeHidden()
  const shared = { slug: articleWithFootnotes, channel: 'link' } as const
  await expectTracked(page, 'Highlighted Text Shared', shared)
})

const locateRating = (page: Page, rating: number) =>
  page.getByRole('radio', { name: String(rating) })
const expectRated = async (page: Page, rating: number) => {
  await expect(locateRatingStatus(page)).toHaveText(
    `Thank you. You gave this story ${rating} out of 5.`,
  )
  await expect(locateRating(page, rating)).toBeChecked()
}

test('a guest rates a story and changes the rating, which the page confirms once it is stored', async ({
  page,
}) => {
  const { slug } = sampleArticles.public
  await page.goto(`/${slug}`)
  const progressBar = page.locator('.progress')
  const readProgress = () =>
    progressBar.evaluate((element) => element.getBoundingClientRect().width / innerWidth)
  await expect.poll(readProgress).toBe(0)
  await page.evaluate(() => {
    const { bottom } = document.querySelector('.text')!.getBoundingClientRect()
    scrollTo({ top: bottom - innerHeight, behavior: 'instant' })
  })
  await expect.poll(readProgress).toBeGreaterThan(0.99)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(progressBar).toBeHidden()

  await locateRating(page, 3).focus()
  await page.keyboard.press('ArrowRight')
  await expect(locateRating(page, 4)).toBeChecked()
  const message =
    'We couldn’t save your rating. Something went wrong on our side. Try again in a minute.'
  await page.route('**/api/ratings/*', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
  const send = page.getByRole('button', { name: 'Send rating' })
  await send.click()
  await expect(locateRatingStatus(page)).toHaveText(message)
  await page.unroute('**/api/ratings/*')
  // This browser doesn't store the cookie.
  await page.route('**/api/ratings/*', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await page.context().clearCookies({ name: /device/ })
    await route.fulfill({ response, headers })
  })
  await send.click()
  await expect(locateRatingStatus(page)).toContainText('didn’t accept the cookie')
  await expect(locateRating(page, 4)).toBeChecked()
  await expectTracked(page, 'Article Rated')
  await page.unroute('**/api/ratings/*')

  const sentRatings = recordRatings(page)
  await send.click()
  await expectRated(page, 4)
  // The first call only sets the device cookie.
  expect(await sentRatings()).toEqual([
    [428, 4],
    [200, 4],
  ])
  await expectTracked(page, 'Article Rated', { slug, rating: 4 })
  await page.reload()
  await expectRated(page, 4)
  await locateRating(page, 2).check()
  await page.getByRole('button', { name: 'Change rating' }).click()
  await expectRated(page, 2)
  expect((await sentRatings()).at(-1)).toEqual([200, 2])
})

test('a reader’s rating is shown on another device', async ({ page, otherDevice, baseURL }) => {
  const { slug } = sampleArticles.public
  const reader = await createReaderWithSession()
  await addSessionCookies(page.context(), reader.cookies, baseURL!)
  await page.goto(`/${slug}`)
  await locateRating(page, 5).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expectRated(page, 5)
  await addSessionCookies(otherDevice, reader.cookies, baseURL!)
  const otherPage = await otherDevice.newPage()
  await otherPage.goto(`/${slug}`)
  await otherPage.getByText('How was this story?').scrollIntoViewIfNeeded()
  await expectRated(otherPage, 5)
})
