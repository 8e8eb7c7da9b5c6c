/** Pages load the Latin fonts, and those of the writing systems that the reader sees. */
import { type Browser, expect, type Page } from '@playwright/test'
import { createReaderWithSession, stack } from '../../functions/testing/edge-client.ts'
import { cutFontFolder, parseCutFontPath } from '../contracts/site-files/cut-fonts.ts'
import { test } from './testing/journey-test.ts'
import {
  addSessionCookies,
  listLayoutShifts,
  openPage,
  sampleArticles,
  waitForFonts,
} from './testing/page-actions.ts'

const latinFontPattern =
  /^(?:hanken-grotesk|newsreader-(?:text|text-strong|text-italic|display))(?:-others)?$/
/** The limit for an article's Latin fonts. */
const maxLatinBytes = 55_000

/** Opens a page in a new browser, whose cache has no fonts, and lists those that it has requested. */
async function openWithFonts(
  browser: Browser,
  path: string,
  cookies?: ReadonlyMap<string, string>,
) {
  const page = await browser.newPage()
  if (cookies) await addSessionCookies(page.context(), cookies, stack.siteUrl)
  const addresses = new Map<string, string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const file = pathname.match(/\/([^/.]+)\.[\w./-]+\.woff2$/)
    const suffix = parseCutFontPath(pathname) ? '.cut' : ''
    // A preloaded font may be requested twice.
    if (file) addresses.set(file[1] + suffix, request.url())
  })
  const readAgain = async () => {
    await waitForFonts(page)
    const fonts = await Promise.all(
      [...addresses].map(async ([name, address]) => {
        const { length: bytes } = await (await page.request.get(address)).body()
        return { name, bytes }
      }),
    )
    const latinFonts = fonts.filter(({ name }) => latinFontPattern.test(name))
    return {
      latinBytes: latinFonts.reduce((sum, { bytes }) => sum + bytes, 0),
      others: fonts.filter(({ name }) => !latinFontPattern.test(name)),
    }
  }
  await openPage(page, path)
  return { page, ...(await readAgain()), readAgain }
}

const listFontNames = (fonts: readonly { name: string }[]) =>
  fonts.map(({ name }) => name.replace(/^noto-|-(?:400|wght)-normal/g, '')).sort()

const countFontRules = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ family }) => /Other|Naskh/.test(family)).length)

test('pages load the fonts of the writing systems that they show, without a layout shift', async ({
  browser,
}) => {
  await test.step('Latin pages load none, as their text font has the rupee sign', async () => {
    for (const path of ['/', `/${sampleArticles.public.slug}`]) {
      const { page, latinBytes, others } = await openWithFonts(browser, path)
      expect(others, path).toEqual([])
      expect(latinBytes, path).toBeLessThan(maxLatinBytes)
      expect(await countFontRules(page), path).toBe(0)
      await page.context().close()
    }
    const { page } = await openWithFonts(browser, `/${sampleArticles.public.slug}`)
    const widths = await page.evaluate(async () => {
      await document.fonts.load('100px Newsreader', '₹')
      const context = document.createElement('canvas').getContext('2d')!
      return ['monospace', 'serif'].map((fallback) => {
        context.font = `100px Newsreader, ${fallback}`
        return context.measureText('₹').width
      })
    })
    expect(widths[0]).toBe(widths[1])
  })
  await test.step('Urdu loads Nastaliq, and no other font for characters used in English', async () => {
    const { page, ...fonts } = await openWithFonts(browser, '/the-week-she-stopped-saying-aap')
    expect(listFontNames(fonts.others)).toEqual(['nastaliq-urdu-arabic.cut'])
    expect(fonts.latinBytes).toBeLessThan(maxLatinBytes)
    expect(await listLayoutShifts(page)).toEqual([])
    await page.evaluate(async () => {
      document.querySelector('.prose')!.append('₹ ‐ ‑ ◌ é')
      await new Promise(requestAnimationFrame)
      await document.fonts.ready
    })
    expect(listFontNames((await fonts.readAgain()).others)).toEqual(['nastaliq-urdu-arabic.cut'])
  })
  await test.step('a biography’s font is loaded when the biography is near', async () => {
    const { page, ...fonts } = await openWithFonts(browser, '/fathers-in-pencil')
    expect(fonts.others).toEqual([])
    expect(fonts.latinBytes).toBeLessThan(maxLatinBytes)
    const loading = page.waitForResponse(/noto-serif-myanmar/)
    await page.getByText('သီရိလှိုင်').scrollIntoViewIfNeeded()
    await loading
    const { others } = await fonts.readAgain()
    expect(listFontNames(others)).toEqual(['serif-myanmar-myanmar.cut'])
    expect(others[0]!.bytes).toBeLessThan(12_000)
    expect(await listLayoutShifts(page)).toEqual([])
  })
  await test.step('a story loads the whole font if no build has cut its letters yet', async () => {
    const page = await browser.newPage()
    await page.route(`**${cutFontFolder}*`, (route) => route.fulfill({ status: 404 }))
    await openPage(page, '/fathers-in-pencil')
    const loading = page.waitForResponse(/_astro\/noto-serif-myanmar/)
    await page.getByText('သီရိလှိုင်').scrollIntoViewIfNeeded()
    await loading
    await waitForFonts(page)
    expect(await listLayoutShifts(page)).toEqual([])
  })
})

test('a story loads one small font for each writing system, and its closed part loads whole fonts when opened', async ({
  browser,
}) => {
  const { page, others } = await openWithFonts(browser, `/${sampleArticles.scripts.slug}`)
  expect(listFontNames(others)).toEqual([
    'nastaliq-urdu-arabic.cut',
    'sans-kannada-kannada.cut',
    'sans-meetei-mayek-meetei-mayek.cut',
    'sans-ol-chiki-ol-chiki.cut',
    'sans-oriya-oriya.cut',
    'sans-thaana-thaana.cut',
    'serif-bengali-bengali.cut',
    'serif-devanagari-devanagari.cut',
    'serif-gujarati-gujarati.cut',
    'serif-gurmukhi-gurmukhi.cut',
    'serif-malayalam-malayalam.cut',
    'serif-myanmar-myanmar.cut',
    'serif-sinhala-sinhala.cut',
    'serif-tamil-tamil.cut',
    'serif-telugu-telugu.cut',
    'serif-tibetan-tibetan.cut',
  ])
  const verse = page.locator('blockquote')
  await expect(verse).toHaveAttribute('lang', 'ur')
  await expect(verse).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('[lang="und-Thaa"]')).toHaveAttribute('dir', 'rtl')

  // This story is in Dari, which is set in Naskh.
  const path = '/admitted-three-times'
  expect((await openWithFonts(browser, path)).others).toEqual([])
  const { cookies } = await createReaderWithSession({}, { isSubscribed: true })
  const fonts = await openWithFonts(browser, path, cookies)
  await expect(fonts.page.locator('[lang="prs"]')).toBeVisible()
  expect(listFontNames((await fonts.readAgain()).others)).toEqual(['naskh-arabic-arabic'])
})
