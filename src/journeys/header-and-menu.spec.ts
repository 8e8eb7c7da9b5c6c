/** layouts/page-frame.test.ts covers which pages have which parts. */
import { expect, type Page } from '@playwright/test'
import { formatMoney } from '../domain/money.ts'
import { newsletterFrequency } from '../domain/newsletter/issue-day.ts'
import { referralCredit } from '../domain/subscription/offer.ts'
import { newsletter } from '../publication/newsletter.ts'
import { giftWords } from '../publication/offer.ts'
import { categories, categoryBarSlugs } from '../publication/sections.ts'
import { signInAsNewReader } from './testing/journey-accounts.ts'
import {
  holdRequests,
  openPage,
  type SampleReaderName,
  waitForFonts,
  waitForScript,
} from './testing/page-actions.ts'
import { test } from './testing/view-test.ts'

const locateHeader = (page: Page) => page.getByRole('banner')
const locateCategoryBar = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const locateBanner = (page: Page) => page.getByRole('complementary', { name: 'Gifts' })
const locateMenu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openMenu = (page: Page) => locateHeader(page).getByRole('button', { name: 'Menu' }).click()

/** Reads the visible texts of links. */
const readLinkTexts = (place: ReturnType<Page['locator']>) =>
  place
    .locator('a:visible, button:visible')
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn’t count
    .evaluateAll((all: HTMLElement[]) => all.map(({ innerText }) => innerText.trim()))
const readHeader = (page: Page) => readLinkTexts(locateHeader(page))

/** Items at the end of every guest's menu. */
const guestItems = [
  ...['Search', 'About us', 'Gift a Subscription', 'Newsletter', 'Shop', 'Latest Stories'],
  ...Object.values(categories).map(({ name }) => name),
]
/** Items for readers with an account. */
const referralItem = `Refer & Get ${formatMoney(referralCredit)}`
const readerItems = ['Saved Articles', 'Events', referralItem, 'My account', 'Log out']
const categoryBarItems = [
  'Latest Stories',
  ...categoryBarSlugs.map((slug) => categories[slug].name),
  'Events',
]

const desktop = { width: 1440, height: 900 }
test.use({ viewport: desktop })

/** Expects a centred wordmark, at a distance from its neighbours, and a button that isn't cut off. */
async function expectCentredWordmark(page: Page, ...widths: number[]) {
  await waitForFonts(page)
  await expect(locateHeader(page).locator('.button:visible')).toHaveCount(1)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const [name, left, right] = await Promise.all(
      [
        locateHeader(page).getByRole('link', { name: 'The Verandah' }),
        locateHeader(page).getByRole('button', { name: 'Menu' }),
        locateHeader(page).locator('.button:visible'),
      ].map(async (part) => (await part.boundingBox())!),
    )
    const visibleWidth = await page.evaluate(() => document.documentElement.clientWidth)
    const centre = name!.x + name!.width / 2
    expect(Math.abs(centre - visibleWidth / 2), `at ${width} px`).toBeLessThanOrEqual(1)
    expect(name!.x - (left!.x + left!.width), `at ${width} px`).toBeGreaterThan(4)
    expect(right!.x - (name!.x + name!.width), `at ${width} px`).toBeGreaterThan(4)
    expect(right!.x + right!.width, `at ${width} px`).toBeLessThan(width)
  }
}
const phoneWidths = [320, 360, 375, 390]

test('a guest’s header and category bar have their items and colours at each width', async ({
  page,
}) => {
  await openPage(page, '/')
  const names = ['Menu', 'Search', 'The Verandah', 'Log in', 'Subscribe']
  expect(await readHeader(page)).toEqual(names)
  await expect(locateHeader(page)).toHaveCSS('background-color', 'rgb(12, 10, 8)')
  await expect(locateCategoryBar(page)).toHaveCSS('border-bottom-color', 'rgb(0, 0, 0)')
  await expectCentredWordmark(page, 1440, 820)
  expect(await readHeader(page)).toEqual(['Menu', 'Search', 'The Verandah', 'Subscribe'])
  await expectCentredWordmark(page, 390)
  await expect(locateHeader(page).getByRole('link', { name: 'Search' })).toBeHidden()
  await expect(locateHeader(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await page.setViewportSize({ width: 1023, height: 900 })
  await expect(locateCategoryBar(page)).toBeHidden()
  await page.setViewportSize(desktop)
  await expect(locateCategoryBar(page)).toBeVisible()
  // Without its content, the page is as if only its bars had arrived.
  await page.locator('main').evaluate((main) => main.remove())
  await expect(locateHeader(page)).toBeHidden()

  await openPage(page, '/category/politics')
  const current = locateCategoryBar(page).getByRole('link', { name: 'Politics' })
  await expect(current).toHaveAttribute('aria-current', 'page')
  const indigo = 'rgb(43, 63, 140)'
  await expect(current).toHaveCSS('color', indigo)
  await expect(locateCategoryBar(page)).toHaveCSS('border-bottom-color', indigo)

  await openPage(page, '/login')
  expect(await readHeader(page)).toEqual(['Menu', 'Search', 'The Verandah', 'Subscribe'])
  await openPage(page, '/subscribe')
  expect(await readHeader(page)).toEqual(['The Verandah'])

  await openPage(page, '/about')
  expect(await readLinkTexts(locateCategoryBar(page))).toEqual(categoryBarItems)
  await expect(locateCategoryBar(page)).toHaveCSS('border-bottom-color', 'rgb(211, 208, 202)')
  await expect(locateBanner(page)).toBeHidden()
  await expectCentredWordmark(page, ...phoneWidths)
})

const readers: readonly {
  readonly reader: SampleReaderName
  readonly button: readonly [name: string, href: string]
  readonly menu: readonly string[]
}[] = [
  { reader: 'subscriber', button: ['Shop', 'https://shop.example.com/'], menu: [] },
  { reader: 'ending', button: ['Reactivate', '/settings'], menu: ['Reactivate Subscription'] },
  {
    reader: 'lapsed',
    button: ['Restart', '/subscribe?source=header'],
    menu: ['Restart Subscription'],
  },
  { reader: 'registered', button: ['Subscribe', '/subscribe?source=header'], menu: ['Subscribe'] },
]

test('each reader sees their own button, the menu in order, Refer and the gift banner', async ({
  openInState,
}) => {
  for (const { reader, button, menu } of readers) {
    const page = await openInState({ name: reader, path: '/about', reader }, desktop)
    const [name, href] = button
    expect(await readHeader(page), reader).toEqual(['Menu', 'Search', 'The Verandah', name])
    const link = locateHeader(page).getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', href)
    if (name === 'Shop') await expect(link).toHaveCSS('background-color', 'rgb(196, 32, 47)')
    const barItems = categoryBarItems.toSpliced(-1, 0, 'Refer')
    expect(await readLinkTexts(locateCategoryBar(page)), reader).toEqual(barItems)
    await expect(locateBanner(page)).toHaveCSS('background-color', 'rgb(249, 211, 66)')
    await expect(locateBanner(page).getByRole('link', { name: giftWords.banner })).toHaveAttribute(
      'href',
      '/gift',
    )
    await expectCentredWordmark(page, ...phoneWidths)
    await openMenu(page)
    const items = ['Close', ...menu, ...readerItems, ...guestItems]
    expect(await readLinkTexts(locateMenu(page)), reader).toEqual(items)
  }
  const settings = await openInState({ name: '', path: '/settings', reader: 'ending' }, desktop)
  // This is the page that Reactivate opens.
  expect(await readHeader(settings)).toEqual(['Menu', 'Search', 'The Verandah'])
})

test('a reader whose status is unknown sees no button in the header, and can log out', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAsNewReader(context)
  await context.addCookies([{ name: 'reader', value: 'isSomethingNew', url: baseURL! }])
  const release = await holdRequests(page, '**/api/subscription')
  const requested = page.waitForRequest('**/api/subscription')
  // Before the page's script has run, logging out can end on the same page.
  const script = page.waitForResponse(/signed-in-script/)
  await openPage(page, '/about')
  await requested
  expect(await readHeader(page)).toEqual(['Menu', 'Search', 'The Verandah'])
  await expect(locateBanner(page)).toBeHidden()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('© ')).toBeVisible()
  await expect(footer.getByText(`${newsletter.name}, ${newsletterFrequency}`)).toBeHidden()
  await openMenu(page)
  expect(await readLinkTexts(locateMenu(page))).toEqual(['Close', ...readerItems, ...guestItems])
  await page.keyboard.press('Escape')
  await expect(locateMenu(page)).toBeHidden()
  release()
  await expect(locateHeader(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()

  await waitForScript(page, script)
  await openMenu(page)
  await locateMenu(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(locateHeader(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).not.toContain('__Host-session')
})

test('a guest’s menu is in order, keeps and returns the focus, and closes on a click outside', async ({
  page,
}) => {
  await openPage(page, '/about')
  const button = locateHeader(page).getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(locateMenu(page).getByRole('button', { name: 'Close' })).toBeFocused()
  const items = ['Close', 'Subscribe', 'Log in', 'Events', ...guestItems]
  expect(await readLinkTexts(locateMenu(page))).toEqual(items)
  const outside: number[] = []
  for (let press = 1; press <= 2 * items.length + 2; press++) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => {
      const focused = document.activeElement
      // The focus passes through the browser's own controls, where the body is the active element.
      return focused !== document.body && !focused?.closest('dialog')
    })
    if (isOutside) outside.push(press)
  }
  expect(outside).toEqual([])
  await page.keyboard.press('Escape')
  await expect(locateMenu(page)).toBeHidden()
  await expect(button).toBeFocused()
  await openMenu(page)
  await expect(locateMenu(page)).toHaveCSS('transition-duration', /^0\.16s/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(locateMenu(page)).toHaveCSS('transition-duration', /^0s(, 0s)*$/)
  await page.mouse.click(1000, 400)
  await expect(locateMenu(page)).toBeHidden()
})
