/** layouts/page-frame.test.ts covers which pages have which parts. */
import { expect, type Page } from '@playwright/test'
import { openPageAs } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  openPage,
  type SampleReaderName,
  signIn,
  waitForFonts,
  waitForScript,
} from './testing/page-actions.ts'

const locateHeader = (page: Page) => page.getByRole('banner')
const locateCategoryBar = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const locateBanner = (page: Page) => page.getByRole('complementary', { name: 'Gifts' })
const locateMenu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const desktop = { width: 1440, height: 900 }

async function readLinkTexts(place: ReturnType<Page['locator']>) {
  const found = await place.locator('a:visible, button:visible').all()
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn’t count
  return Promise.all(found.map(async (item) => (await item.innerText()).trim()))
}

/** At the end of every menu. */
const guestItems = [
  'Search',
  'About us',
  'Gift a Subscription',
  'Newsletter',
  'Shop',
  'Latest Stories',
  'Editor’s Picks',
  'Culture',
  'Film & TV',
  'Food',
  'Business/Tech',
  'Politics',
  'Science & Technology',
  'Health',
  'Profiles',
  'Opinion',
  'Sports',
]
/** For readers with an account. */
const readerItems = ['Saved Articles', 'Events', 'Refer & Get $20', 'My account', 'Log out']
const openMenu = (page: Page) => locateHeader(page).getByRole('button', { name: 'Menu' }).click()

const signInTo = (page: Page, reader: SampleReaderName, path = '/about') =>
  openPageAs(page, reader, path)

test.describe('the header', () => {
  test.use({ viewport: desktop })

  test('is black, has menu and search on the left, the wordmark in the centre', async ({
    page,
  }) => {
    await openPage(page, '/')
    expect(await readLinkTexts(locateHeader(page))).toEqual([
      'Menu',
      'Search',
      'The Verandah',
      'Log in',
      'Subscribe',
    ])
    await expect(locateHeader(page)).toHaveCSS('background-color', 'rgb(12, 10, 8)')
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await locateHeader(page).getByRole('link', { name: 'The Verandah' }).boundingBox()
      const centre = await page.evaluate(() => document.documentElement.clientWidth / 2)
      expect(Math.abs(box!.x + box!.width / 2 - centre), `at ${width} px`).toBeLessThan(1)
    }
  })

  for (const reader of [null, 'registered', 'subscriber', 'ending', 'lapsed'] as const) {
    test(`centres the wordmark on small screens for ${reader ?? 'a guest'}`, async ({ page }) => {
      if (reader) await signInTo(page, reader)
      else await openPage(page, '/about')
      await page.waitForLoadState('load')
      await waitForFonts(page)
      const wordmark = locateHeader(page).getByRole('link', { name: 'The Verandah' })
      const button = locateHeader(page).locator('.button:visible')
      const menuButton = locateHeader(page).getByRole('button', { name: 'Menu' })
      await expect(button).toHaveCount(1)
      for (const width of [320, 360, 375, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const [name, left, right] = await Promise.all(
          [wordmark, menuButton, button].map(async (part) => (await part.boundingBox())!),
        )
        const centre = name!.x + name!.width / 2
        expect(Math.abs(centre - width / 2), `at ${width} px`).toBeLessThanOrEqual(1)
        // Its neighbours keep a distance, and the button isn't cut off.
        expect(name!.x - (left!.x + left!.width), `at ${width} px`).toBeGreaterThan(4)
        expect(right!.x - (name!.x + name!.width), `at ${width} px`).toBeGreaterThan(4)
        expect(right!.x + right!.width, `at ${width} px`).toBeLessThan(width)
      }
    })
  }

  test('shows search from medium screens, Log in on large ones', async ({ page }) => {
    await openPage(page, '/')
    await page.setViewportSize({ width: 820, height: 900 })
    const names = ['Menu', 'Search', 'The Verandah', 'Subscribe']
    expect(await readLinkTexts(locateHeader(page))).toEqual(names)
    await page.setViewportSize({ width: 390, height: 900 })
    await expect(locateHeader(page).getByRole('link', { name: 'Search' })).toBeHidden()
    await expect(locateHeader(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  })

  test('has no Log in on /login', async ({ page }) => {
    await openPage(page, '/login')
    const names = ['Menu', 'Search', 'The Verandah', 'Subscribe']
    expect(await readLinkTexts(locateHeader(page))).toEqual(names)
  })

  test('has empty slots on /subscribe', async ({ page }) => {
    await openPage(page, '/subscribe')
    expect(await readLinkTexts(locateHeader(page))).toEqual(['The Verandah'])
  })

  const buttons: readonly (readonly [SampleReaderName, string, string])[] = [
    ['subscriber', 'Shop', 'https://shop.example.com/'],
    ['ending', 'Reactivate', '/settings'],
    ['lapsed', 'Restart', '/subscribe?source=header'],
    ['registered', 'Subscribe', '/subscribe?source=header'],
  ]
  for (const [reader, name, address] of buttons) {
    test(`has one button on the right for ${reader}@: ${name}`, async ({ page }) => {
      await signInTo(page, reader)
      const names = ['Menu', 'Search', 'The Verandah', name]
      expect(await readLinkTexts(locateHeader(page))).toEqual(names)
      const button = locateHeader(page).getByRole('link', { name })
      await expect(button).toHaveAttribute('href', address)
      if (name === 'Shop') await expect(button).toHaveCSS('background-color', 'rgb(196, 32, 47)')
    })
  }

  test('has no Reactivate on /settings, where it leads', async ({ page }) => {
    await signInTo(page, 'ending', '/settings')
    expect(await readLinkTexts(locateHeader(page))).toEqual(['Menu', 'Search', 'The Verandah'])
  })

  test('has an empty right side while the status is unknown', async ({ page }) => {
    await signInTo(page, 'subscriber')
    const url = page.url()
    await page.context().addCookies([{ name: 'reader', value: 'isSomethingNew', url }])
    const release = await holdRequests(page, '**/api/subscription')
    const requested = page.waitForRequest('**/api/subscription')
    await page.reload({ waitUntil: 'domcontentloaded' })
    await requested
    expect(await readLinkTexts(locateHeader(page))).toEqual(['Menu', 'Search', 'The Verandah'])
    await expect(locateBanner(page)).toBeHidden()
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('© ')).toBeVisible()
    await expect(footer.getByText('The Weekly, every Sunday')).toBeHidden()
    await openMenu(page)
    expect(await readLinkTexts(locateMenu(page))).toEqual(['Close', ...readerItems, ...guestItems])
    await page.keyboard.press('Escape')
    release()
    await expect(locateHeader(page).getByRole('link', { name: 'Shop' })).toBeVisible()
  })
})

test.describe('the category bar', () => {
  test.use({ viewport: desktop })
  const items = [
    'Latest Stories',
    'Editor’s Picks',
    'Culture',
    'Politics',
    'Film & TV',
    'Profiles',
    'Food',
    'Events',
  ]

  test('has its items in order, with Refer for readers only', async ({ page }) => {
    await openPage(page, '/about')
    expect(await readLinkTexts(locateCategoryBar(page))).toEqual(items)
    await signInTo(page, 'registered')
    const withRefer = items.toSpliced(-1, 0, 'Refer')
    expect(await readLinkTexts(locateCategoryBar(page))).toEqual(withRefer)
  })

  test('is shown on large screens only', async ({ page }) => {
    await openPage(page, '/')
    await expect(locateCategoryBar(page)).toBeVisible()
    await page.setViewportSize({ width: 1023, height: 900 })
    await expect(locateCategoryBar(page)).toBeHidden()
  })

  test('uses the current category’s colour for its link and border', async ({ page }) => {
    await openPage(page, '/category/politics')
    const current = locateCategoryBar(page).getByRole('link', { name: 'Politics' })
    await expect(current).toHaveAttribute('aria-current', 'page')
    const indigo = 'rgb(43, 63, 140)'
    await expect(current).toHaveCSS('color', indigo)
    await expect(locateCategoryBar(page)).toHaveCSS('border-bottom-color', indigo)
  })

  test('has a grey border, and a black one on the front page', async ({ page }) => {
    await openPage(page, '/about')
    await expect(locateCategoryBar(page)).toHaveCSS('border-bottom-color', 'rgb(211, 208, 202)')
    await openPage(page, '/')
    await expect(locateCategoryBar(page)).toHaveCSS('border-bottom-color', 'rgb(0, 0, 0)')
  })
})

test.describe('the menu', () => {
  test('is in order for a guest, and respects reduced motion', async ({ page }) => {
    await openPage(page, '/about')
    await openMenu(page)
    expect(await readLinkTexts(locateMenu(page))).toEqual([
      'Close',
      'Subscribe',
      'Log in',
      'Events',
      ...guestItems,
    ])
    await expect(locateMenu(page)).toHaveCSS('transition-duration', /^0\.16s/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(locateMenu(page)).toHaveCSS('transition-duration', /^0s(, 0s)*$/)
  })

  const firstItems: readonly (readonly [SampleReaderName, readonly string[]])[] = [
    ['subscriber', []],
    ['ending', ['Reactivate Subscription']],
    ['lapsed', ['Restart Subscription']],
    ['registered', ['Subscribe']],
  ]
  for (const [reader, first] of firstItems) {
    test(`is in order for ${reader}@, with the right button`, async ({ page }) => {
      await signInTo(page, reader)
      await openMenu(page)
      const items = ['Close', ...first, ...readerItems, ...guestItems]
      expect(await readLinkTexts(locateMenu(page))).toEqual(items)
    })
  }

  test('traps the focus and returns it', async ({ page }) => {
    await openPage(page, '/about')
    const button = locateHeader(page).getByRole('button', { name: 'Menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(locateMenu(page).getByRole('button', { name: 'Close' })).toBeFocused()
    const links = await locateMenu(page).locator('a:visible, button:visible').count()
    for (let press = 0; press < 2 * links + 2; press++) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(() => {
        const focused = document.activeElement
        // The focus passes through the browser's own controls, where the body is the active
        // element.
        return focused !== document.body && !focused?.closest('dialog')
      })
      expect(isOutside, `after ${press + 1} times Tab`).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(locateMenu(page)).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('closes on a click outside', async ({ page }) => {
    await openPage(page, '/about')
    await openMenu(page)
    await page.mouse.click(1000, 400)
    await expect(locateMenu(page)).toBeHidden()
  })

  test('logs out and returns to the front page', async ({ page }) => {
    // Before the page's script has run, logging out can end on the same page.
    const script = page.waitForResponse(/signed-in-script/)
    await signIn(page, 'registered', '/about')
    await waitForScript(page, script)
    await openMenu(page)
    await locateMenu(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect(locateHeader(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).not.toContain('__Host-session')
  })
})

test('nothing is shown before the bars are complete', async ({ page }) => {
  await openPage(page, '/')
  await expect(locateHeader(page)).toBeVisible()
  // As if the page had arrived as far as its bars.
  await page.locator('main').evaluate((main) => main.remove())
  await expect(locateHeader(page)).toBeHidden()
})

test('the yellow gift banner is for readers, and links to /gift', async ({ page }) => {
  await openPage(page, '/about')
  await expect(locateBanner(page)).toBeHidden()
  await signInTo(page, 'registered')
  await expect(locateBanner(page)).toBeVisible()
  await expect(locateBanner(page)).toHaveCSS('background-color', 'rgb(249, 211, 66)')
  const link = locateBanner(page).getByRole('link', { name: 'Give the joy of endless aha moments' })
  await expect(link).toHaveAttribute('href', '/gift')
})
