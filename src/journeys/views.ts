/**
 * Every route of the publication and every state that a page of it can be in, for whoever looks at
 * all of them: the contact sheet (scripts/look/look.ts) and the checks of accessibility.
 */
import type { Page } from '@playwright/test'
import { endpoints } from '../contracts/endpoints.ts'
import { leavingPages } from '../features/subscription/leaving-pages.ts'
import { fillIn, samples } from './readers.ts'

/** Sample readers by the part of their address before the @; null is a guest. */
export type SampleReader = 'subscriber' | 'ending' | 'paused' | 'failed' | 'lapsed' | 'registered'

export type View = {
  /** Unique, and good for the name of a file. */
  readonly name: string
  readonly path: string
  readonly reader?: SampleReader
  /** Brings the page into the state, after it has loaded. */
  readonly act?: (page: Page) => Promise<void>
}

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

const results = async (page: Page) => {
  await page.getByRole('status').filter({ hasText: /found/i }).waitFor()
}

const openShareMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).first().click()
}

/** Every line of the account opened, with what changes it, down to the last question. */
const openSettings = async (page: Page) => {
  const lines = page.getByRole('main').locator('details')
  await lines.last().waitFor()
  for (const line of await lines.all()) await line.locator('summary').click()
  await page.getByLabel('Type “delete” to go on').fill('delete')
  await page.getByRole('button', { name: 'Delete my account' }).waitFor()
}

const main = (page: Page) => page.getByRole('main')

const payments = (page: Page) =>
  main(page)
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .waitFor()
const openReceipt = async (page: Page) => {
  await main(page)
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click()
  await main(page).getByRole('button', { name: 'Print it' }).waitFor()
}

/** What depends on how the subscription stands is there. */
const leavingKnown = (page: Page) => main(page).locator('button:enabled').first().waitFor()

const blockGoogle = async (page: Page) => {
  await page.evaluate(() => {
    window.open = () => null
  })
  await main(page).getByRole('button', { name: 'Continue with Google' }).click()
  await main(page).getByRole('button', { name: 'Go on in this window' }).waitFor()
}

const refused = async (page: Page) => {
  await fillIn(page, 'nobody-at-all', 'not the password')
  await main(page).getByRole('alert').filter({ hasText: 'do not go together' }).waitFor()
}

const nobodyAsked = (page: Page) => main(page).getByRole('link', { name: 'Log in' }).waitFor()

const askForLetter = async (page: Page) => {
  await main(page).getByLabel('E-mail').fill('nobody-at-all@example.com')
  await main(page).getByRole('button', { name: 'Send me a link' }).click()
  await main(page).getByRole('button', { name: 'ask again' }).waitFor()
}

const join = async (page: Page) => {
  await main(page).getByLabel('Your e-mail address').fill('weekly-reader@example.com')
  // By the script: without it, the form is sent to a page.
  await main(page).locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
  await main(page).getByRole('button', { name: 'Sign up' }).click()
}
const joining = async (page: Page) => {
  // Nobody answers.
  await page.route(`**${endpoints.joinNewsletter}*`, () => {})
  await join(page)
  await main(page).getByRole('button', { name: 'Signing up' }).waitFor()
}
const joined = async (page: Page) => {
  await join(page)
  await main(page).getByRole('status').filter({ hasText: 'Signed up!' }).waitFor()
}
const notJoined = async (page: Page) => {
  await page.route(`**${endpoints.joinNewsletter}*`, (route) => route.abort())
  await join(page)
  await page.locator('[data-rht-toaster]').getByRole('alert').waitFor()
}

const searchInVain = async (page: Page) => {
  await page.route('**/pagefind/**', (route) => route.abort())
  await page.getByRole('searchbox').fill('rain')
  await main(page).getByRole('button', { name: 'Try again' }).waitFor()
}

const selectWords = async (page: Page) => {
  await main(page)
    .locator('.prose > p')
    .first()
    .evaluate((paragraph) => getSelection()!.selectAllChildren(paragraph))
  await page.getByRole('region', { name: 'Share the words you have selected' }).waitFor()
}
const rate = async (page: Page) => {
  await main(page).getByRole('radio', { name: '4' }).check()
  await main(page).getByRole('button', { name: 'Send rating' }).click()
  await main(page).getByText('You gave this story 4 of 5').waitFor()
}

/** As the script before the first paint finds them. */
const inIndia = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.country = 'IN'
  })
const standingUndefined = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.reader = 'undefined'
  })

/** A letter that was opened before. */
const usedLetter = (mode: string) => `/magic?mode=${mode}&oobCode=used&apiKey=key`
const letterField = (page: Page) => main(page).getByText('To which address').waitFor()
const letterProblem = (page: Page) =>
  main(page).getByRole('alert').filter({ hasText: 'used already' }).waitFor()
const letterSays = (page: Page) =>
  main(page).getByRole('status').filter({ hasText: 'used already' }).waitFor()

const likeSomething = async (page: Page) => {
  const answers = { categories: ['food', 'culture'], tags: ['nepal'], authors: [] }
  await page.evaluate((answers) => {
    localStorage.preferences = JSON.stringify({ of: 'device', answers })
  }, answers)
  await page.reload()
  await page.locator('#for-you h3').last().scrollIntoViewIfNeeded()
}

const follow = async (page: Page) => {
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByText('Their stories come onto').waitFor()
}

const article = `/${samples.metered.slug}`

const payPalShown = (page: Page) =>
  main(page).getByRole('button', { name: 'Pay with PayPal' }).waitFor()
const studentAsked = (page: Page) =>
  main(page).getByRole('button', { name: 'Send me the letter' }).waitFor()
const studentLetter = (page: Page) =>
  main(page).getByRole('button', { name: 'Yes, it is mine' }).waitFor()
const nothingToFinish = (page: Page) =>
  main(page).getByRole('link', { name: 'See the plans' }).waitFor()

export const views: readonly View[] = [
  { name: 'home', path: '/' },
  { name: 'home-subscriber', path: '/', reader: 'subscriber' },
  { name: 'home-for-you', path: '/', act: likeSomething },
  { name: 'latest', path: '/latest' },
  { name: 'latest-numbered', path: '/latest/1' },
  { name: 'category', path: '/category/culture' },
  { name: 'category-editors-picks', path: '/category/editors-picks' },
  { name: 'tag', path: '/tag/sriLanka' },
  { name: 'author', path: '/author/kartik-venkataraghavan' },
  { name: 'author-followed', path: '/author/nayanika-bhowmick', act: follow },
  { name: 'search', path: '/search' },
  { name: 'search-found', path: '/search?q=rain', act: results },
  { name: 'search-nothing', path: '/search?q=xylophone+qqq', act: results },
  { name: 'search-failed', path: '/search', act: searchInVain },
  { name: 'article-guest', path: article },
  { name: 'article-subscriber', path: article, reader: 'subscriber' },
  { name: 'article-ending', path: article, reader: 'ending' },
  { name: 'article-paused', path: article, reader: 'paused' },
  { name: 'article-lapsed', path: article, reader: 'lapsed' },
  { name: 'article-failed', path: article, reader: 'failed' },
  { name: 'article-registered', path: article, reader: 'registered' },
  { name: 'article-public', path: `/${samples.public.slug}` },
  { name: 'article-scripts', path: `/${samples.scripts.slug}` },
  { name: 'article-share', path: article, act: openShareMenu },
  { name: 'article-words', path: `/${samples.public.slug}`, act: selectWords },
  { name: 'article-rated', path: `/${samples.public.slug}`, act: rate },
  { name: 'menu-guest', path: '/about', act: openMenu },
  ...(['subscriber', 'ending', 'lapsed', 'registered'] as const).map((reader) => ({
    name: `menu-${reader}`,
    path: '/about',
    reader,
    act: openMenu,
  })),
  { name: 'about-undefined', path: '/about', act: standingUndefined },
  { name: 'about-india', path: '/about', act: inIndia },
  ...['about', 'why', 'partner', 'ethics', 'contact', 'copyright', 'privacy', 'terms'].map(
    (slug) => ({ name: slug, path: `/${slug}` }),
  ),
  { name: 'newsletter', path: '/newsletter' },
  { name: 'newsletter-joining', path: '/newsletter', act: joining },
  { name: 'newsletter-joined', path: '/newsletter', act: joined },
  { name: 'newsletter-not-joined', path: '/newsletter', act: notJoined },
  { name: 'newsletter-subscriber', path: '/newsletter', reader: 'subscriber' },
  { name: 'subscribe-chosen', path: '/subscribe?plan=annual', act: payPalShown },
  { name: 'subscribe-today-chosen', path: '/subscribe-today?plan=monthly', act: payPalShown },
  { name: 'subscribe-original-chosen', path: '/subscribe-original?plan=annual', act: payPalShown },
  { name: 'subscribe-failed', path: '/subscribe', reader: 'failed' },
  { name: 'subscribe-student', path: '/subscribe/student', act: studentAsked },
  { name: 'subscribe-student-letter', path: '/subscribe/student?key=x', act: studentLetter },
  { name: 'subscribe-finish-nothing', path: '/subscribe/finish', act: nothingToFinish },
  ...['subscribe', 'subscribe-today', 'subscribe-original'].flatMap((page) => [
    { name: page, path: `/${page}` },
    { name: `${page}-ending`, path: `/${page}`, reader: 'ending' as const },
    { name: `${page}-lapsed`, path: `/${page}`, reader: 'lapsed' as const },
  ]),
  { name: 'gift', path: '/gift' },
  { name: 'gift-registered', path: '/gift', reader: 'registered' },
  { name: 'gift-subscription', path: '/gift-subscription' },
  { name: 'refer', path: '/refer' },
  { name: 'refer-subscriber', path: '/refer', reader: 'subscriber' },
  { name: 'saved', path: '/saved' },
  { name: 'saved-subscriber', path: '/saved', reader: 'subscriber' },
  { name: 'saved-nothing', path: '/saved', reader: 'registered' },
  { name: 'history', path: '/saved/history' },
  { name: 'history-subscriber', path: '/saved/history', reader: 'subscriber' },
  { name: 'offline', path: '/offline' },
  { name: 'login', path: '/login' },
  { name: 'login-registered', path: '/login', reader: 'registered' },
  { name: 'login-to-save', path: '/login?return=%2Ffathers-in-pencil%23save' },
  { name: 'login-new', path: '/login/new' },
  { name: 'login-refused', path: '/login', act: refused },
  { name: 'login-blocked', path: '/login', act: blockGoogle },
  { name: 'login-google', path: '/login/google#state=of-nobody', act: nobodyAsked },
  { name: 'magic', path: '/magic' },
  { name: 'magic-sent', path: '/magic', act: askForLetter },
  { name: 'magic-elsewhere', path: usedLetter('signIn'), act: letterField },
  { name: 'magic-used', path: usedLetter('verifyEmail'), act: letterProblem },
  { name: 'forgot', path: '/forgot' },
  { name: 'forgot-used', path: usedLetter('resetPassword'), act: letterSays },
  { name: 'settings-guest', path: '/settings' },
  ...(['subscriber', 'ending', 'paused', 'failed', 'lapsed', 'registered'] as const).map(
    (reader) => ({ name: `settings-${reader}`, path: '/settings', reader }),
  ),
  { name: 'payments-guest', path: '/settings/payments' },
  { name: 'payments', path: '/settings/payments', reader: 'subscriber', act: payments },
  { name: 'receipt', path: '/settings/payments', reader: 'subscriber', act: openReceipt },
  ...Object.entries(leavingPages).map(([screen, { path, does }]) => ({
    name: screen,
    path,
    reader: does ? ('subscriber' as const) : ('ending' as const),
    act: leavingKnown,
  })),
  { name: 'cancellation_choice-guest', path: '/settings/cancel' },
  {
    name: 'pause_complete-paused',
    path: '/settings/cancel/paused',
    reader: 'paused',
    act: leavingKnown,
  },
  { name: 'settings-open', path: '/settings', reader: 'registered', act: openSettings },
  { name: 'settings-deleted', path: '/settings#account-deleted' },
  { name: 'events', path: '/events' },
  { name: 'event', path: '/events/winter-salon-2026' },
  { name: 'summit-2024', path: '/events/summit-2024' },
  { name: 'summit-2023', path: '/events/summit-2023' },
  { name: 'welcome', path: '/welcome' },
  { name: 'welcome-registered', path: '/welcome', reader: 'registered' },
  { name: 'welcome-preferences-registered', path: '/welcome/preferences', reader: 'registered' },
  { name: 'welcome-goals-registered', path: '/welcome/goals', reader: 'registered' },
  ...['why', 'discover', 'preferences', 'goals', 'app'].map((step) => ({
    name: `welcome-${step}`,
    path: `/welcome/${step}`,
  })),
  { name: 'missing', path: '/there-is-nothing-here' },
  { name: 'missing-category', path: '/category/there-is-none' },
  { name: 'missing-tag', path: '/tag/there-is-none' },
  { name: 'missing-author', path: '/author/there-is-none' },
  { name: 'missing-event', path: '/events/there-is-none' },
  { name: 'missing-draft', path: '/preview/there-is-none' },
  { name: 'missing-number', path: '/latest/9999' },
]

/** The views of these names, in this order. */
export const viewsNamed = (...names: readonly string[]): readonly View[] =>
  names.map((name) => views.find((view) => view.name === name)!)
