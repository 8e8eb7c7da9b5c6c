/** For the contact sheet (scripts/dev/look/take-screenshots.ts) and the accessibility checks. */
import type { Page } from '@playwright/test'
import { getEndpointPath } from '../../contracts/endpoint-path.ts'
import { cancelPages } from '../../features/cancellation/cancel-pages.ts'
import { giftLinkViews } from './gift-link-views.ts'
import { giftViews } from './gift-views.ts'
import { newsletterLinkViews } from './newsletter-link-views.ts'
import type { PageView } from './open-view.ts'
import { locateMain, sampleArticles, sampleReaders, submitLogin } from './page-actions.ts'
import { wallViews } from './wall-views.ts'

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

export const waitForResults = async (page: Page) => {
  await page.getByRole('status').filter({ hasText: /found/i }).waitFor()
}

const openShareMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).first().click()
}

/** Opens all settings, down to the last question. */
const openAllSettings = async (page: Page) => {
  const settingList = page.getByRole('main').locator('details')
  await settingList.last().waitFor()
  for (const setting of await settingList.all()) await setting.locator('summary').click()
  await page.getByLabel('Type “delete” to continue').fill('delete')
  await page.getByRole('button', { name: 'Delete account' }).waitFor()
}

const waitForButton = (name: string) => (page: Page) =>
  locateMain(page).getByRole('button', { name }).waitFor()
const waitForLink = (name: string) => (page: Page) =>
  locateMain(page).getByRole('link', { name }).waitFor()

const locateReceipt = (page: Page) =>
  locateMain(page)
    .getByRole('link', { name: /^Receipt/ })
    .first()
const openReceipt = async (page: Page) => {
  await locateReceipt(page).click()
  await waitForButton('Print receipt')(page)
}

/** Waits for the parts that depend on the subscription. */
const waitForCancellationForm = (page: Page) =>
  locateMain(page).locator('button:enabled').first().waitFor()

const blockGoogle = async (page: Page) => {
  await page.evaluate(() => {
    window.open = () => null
  })
  await locateMain(page).getByRole('button', { name: 'Continue with Google' }).click()
  await locateMain(page).getByRole('button', { name: 'Continue in this window' }).waitFor()
}

const submitWrongPassword = async (page: Page) => {
  await submitLogin(page, 'nobody-at-all', 'not the password')
  await locateMain(page).getByRole('alert').filter({ hasText: 'don’t match' }).waitFor()
}

const requestSignInLink = async (page: Page) => {
  await locateMain(page).getByLabel('Email').fill('nobody-at-all@example.com')
  await locateMain(page).getByRole('button', { name: 'Send me a link' }).click()
  await locateMain(page).getByRole('button', { name: 'send it again' }).waitFor()
}

const submitNewsletterForm = async (page: Page) => {
  await locateMain(page).getByLabel('Your email address').fill('weekly-reader@example.com')
  // Waits for the script: without it, the form is sent to another page.
  await locateMain(page).locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
  await locateMain(page).getByRole('button', { name: 'Sign up' }).click()
}
const submitAndStayPending = async (page: Page) => {
  // Never answered.
  await page.route(`**${getEndpointPath('POST /api/join-newsletter')}*`, () => {})
  await submitNewsletterForm(page)
  await locateMain(page).getByRole('button', { name: 'Signing up' }).waitFor()
}
const submitAndJoin = async (page: Page) => {
  await submitNewsletterForm(page)
  await locateMain(page).getByRole('status').filter({ hasText: 'Signed up!' }).waitFor()
}
const submitAndFail = async (page: Page) => {
  await page.route(`**${getEndpointPath('POST /api/join-newsletter')}*`, (route) => route.abort())
  await submitNewsletterForm(page)
  await page.locator('[data-rht-toaster]').getByRole('alert').waitFor()
}

const failSearch = async (page: Page) => {
  await page.route('**/pagefind/**', (route) => route.abort())
  await page.getByRole('searchbox').fill('rain')
  await locateMain(page).getByRole('button', { name: 'Try again' }).waitFor()
}

const selectText = async (page: Page) => {
  await locateMain(page)
    .locator('.prose > p')
    .first()
    .evaluate((paragraph) => getSelection()!.selectAllChildren(paragraph))
  await page.getByRole('region', { name: 'Share the selected text' }).waitFor()
}
const sendRating = async (page: Page) => {
  await locateMain(page).getByRole('radio', { name: '4' }).check()
  await locateMain(page).getByRole('button', { name: 'Send rating' }).click()
  await locateMain(page).getByText('You gave this story 4 out of 5').waitFor()
}

/** Like the script before the first paint. */
const setIndia = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.country = 'IN'
  })
const setUnknownReader = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.reader = 'undefined'
  })

/** An emailed link that was used before. */
const usedAuthEmailPath = (mode: string) => `/magic?mode=${mode}&oobCode=used&apiKey=key`
const waitForEmailField = (page: Page) =>
  locateMain(page).getByText('Which email address').waitFor()
const waitForUsedLink = (role: 'alert' | 'status') => (page: Page) =>
  locateMain(page).getByRole(role).filter({ hasText: 'already been used' }).waitFor()

const setPreferences = async (page: Page) => {
  const preferences = { categories: ['food', 'culture'], tags: ['nepal'], authors: [] }
  await page.evaluate((preferences) => {
    localStorage.preferences = JSON.stringify({ owner: 'device', preferences })
  }, preferences)
  await page.reload()
  await page.locator('#for-you h3').last().scrollIntoViewIfNeeded()
}

const followAuthor = async (page: Page) => {
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByText('You’ll see their stories on').waitFor()
}

const article = `/${sampleArticles.metered.slug}`

const waitForOwnLink = (page: Page) =>
  locateMain(page)
    .getByText(/\/r\/[a-z0-9]{10}$/)
    .waitFor()

const waitForPayPalButton = waitForButton('Pay with PayPal')

export const pageViews: readonly PageView[] = [
  { name: 'home', path: '/' },
  { name: 'home-subscriber', path: '/', reader: 'subscriber' },
  { name: 'home-for-you', path: '/', prepare: setPreferences },
  { name: 'latest', path: '/latest' },
  { name: 'latest-numbered', path: '/latest/1' },
  { name: 'category', path: '/category/culture' },
  { name: 'category-editors-picks', path: '/category/editors-picks' },
  { name: 'tag', path: '/tag/sriLanka' },
  { name: 'author', path: '/author/kartik-venkataraghavan' },
  { name: 'author-followed', path: '/author/nayanika-bhowmick', prepare: followAuthor },
  { name: 'search', path: '/search' },
  { name: 'search-found', path: '/search?q=rain', prepare: waitForResults },
  { name: 'search-nothing', path: '/search?q=xylophone+qqq', prepare: waitForResults },
  { name: 'search-failed', path: '/search', prepare: failSearch },
  { name: 'article-guest', path: article },
  ...sampleReaders.map((reader) => ({ name: `article-${reader}`, path: article, reader })),
  ...wallViews,
  { name: 'article-public', path: `/${sampleArticles.public.slug}` },
  { name: 'article-scripts', path: `/${sampleArticles.scripts.slug}` },
  { name: 'article-share', path: article, prepare: openShareMenu },
  { name: 'article-words', path: `/${sampleArticles.public.slug}`, prepare: selectText },
  { name: 'article-rated', path: `/${sampleArticles.public.slug}`, prepare: sendRating },
  { name: 'menu-guest', path: '/about', prepare: openMenu },
  ...(['subscriber', 'ending', 'lapsed', 'registered'] as const).map((reader) => ({
    name: `menu-${reader}`,
    path: '/about',
    reader,
    prepare: openMenu,
  })),
  { name: 'about-undefined', path: '/about', prepare: setUnknownReader },
  { name: 'about-india', path: '/about', prepare: setIndia },
  ...['about', 'why', 'partner', 'ethics', 'contact', 'copyright', 'privacy', 'terms'].map(
    (slug) => ({ name: slug, path: `/${slug}` }),
  ),
  { name: 'newsletter', path: '/newsletter' },
  { name: 'newsletter-joining', path: '/newsletter', prepare: submitAndStayPending },
  { name: 'newsletter-joined', path: '/newsletter', prepare: submitAndJoin },
  { name: 'newsletter-not-joined', path: '/newsletter', prepare: submitAndFail },
  { name: 'newsletter-subscriber', path: '/newsletter', reader: 'subscriber' },
  ...newsletterLinkViews,
  { name: 'issue', path: '/newsletter/2026-11-22' },
  {
    name: 'issue-subscriber',
    path: '/newsletter/2026-11-22',
    reader: 'subscriber',
    prepare: (page) => page.locator('[data-article-body]').waitFor(),
  },
  { name: 'issue-open', path: '/newsletter/2026-11-08' },
  ...[
    ['subscribe', 'annual'],
    ['subscribe-today', 'monthly'],
    ['subscribe-original', 'annual'],
  ].map(([page, plan]) => ({
    name: `${page}-chosen`,
    path: `/${page}?plan=${plan}`,
    prepare: waitForPayPalButton,
  })),
  { name: 'subscribe-failed', path: '/subscribe', reader: 'failed' },
  {
    name: 'subscribe-student',
    path: '/subscribe/student',
    prepare: waitForButton('Send me a link'),
  },
  {
    name: 'subscribe-student-link',
    path: '/subscribe/student?key=x',
    prepare: waitForButton('Yes, that was me'),
  },
  {
    name: 'subscribe-finish-nothing',
    path: '/subscribe/finish',
    prepare: waitForLink('See the plans'),
  },
  ...['subscribe', 'subscribe-today', 'subscribe-original'].flatMap((page) => [
    { name: page, path: `/${page}` },
    { name: `${page}-ending`, path: `/${page}`, reader: 'ending' as const },
    { name: `${page}-lapsed`, path: `/${page}`, reader: 'lapsed' as const },
  ]),
  ...giftViews,
  ...giftLinkViews,
  { name: 'refer', path: '/refer' },
  { name: 'refer-subscriber', path: '/refer', reader: 'subscriber', prepare: waitForOwnLink },
  { name: 'refer-registered', path: '/refer', reader: 'registered', prepare: waitForOwnLink },
  { name: 'saved', path: '/saved' },
  {
    name: 'saved-subscriber',
    path: '/saved',
    reader: 'subscriber',
    prepare: (page) => page.getByRole('heading', { name: 'You recommend' }).waitFor(),
  },
  { name: 'saved-nothing', path: '/saved', reader: 'registered' },
  { name: 'reader-page', path: '/reader/leela' },
  {
    name: 'reader-page-report',
    path: '/reader/leela',
    prepare: (page) => page.getByText('Report this page').click(),
  },
  {
    name: 'reader-page-own',
    path: '/reader/leela',
    reader: 'subscriber',
    prepare: (page) => page.getByText('This is your page').waitFor(),
  },
  { name: 'reader-page-missing', path: '/reader/nobody-at-all' },
  { name: 'history', path: '/saved/history' },
  { name: 'history-subscriber', path: '/saved/history', reader: 'subscriber' },
  { name: 'offline', path: '/offline' },
  { name: 'login', path: '/login' },
  { name: 'login-registered', path: '/login', reader: 'registered' },
  { name: 'login-to-save', path: '/login?return=%2Ffathers-in-pencil%23save' },
  { name: 'login-new', path: '/login/new' },
  { name: 'login-refused', path: '/login', prepare: submitWrongPassword },
  { name: 'login-blocked', path: '/login', prepare: blockGoogle },
  { name: 'login-google', path: '/login/google#state=of-nobody', prepare: waitForLink('Log in') },
  { name: 'magic', path: '/magic' },
  { name: 'magic-sent', path: '/magic', prepare: requestSignInLink },
  { name: 'magic-elsewhere', path: usedAuthEmailPath('signIn'), prepare: waitForEmailField },
  { name: 'magic-used', path: usedAuthEmailPath('verifyEmail'), prepare: waitForUsedLink('alert') },
  { name: 'forgot', path: '/forgot' },
  {
    name: 'forgot-used',
    path: usedAuthEmailPath('resetPassword'),
    prepare: waitForUsedLink('status'),
  },
  { name: 'settings-guest', path: '/settings' },
  ...sampleReaders.map((reader) => ({ name: `settings-${reader}`, path: '/settings', reader })),
  { name: 'change-plan-guest', path: '/settings/plan' },
  ...(['subscriber', 'paused'] as const).map((reader) => ({
    name: `change-plan-${reader}`,
    path: '/settings/plan',
    reader,
    prepare: waitForButton('Choose the student plan'),
  })),
  ...(['ending', 'failed', 'lapsed'] as const).map((reader) => ({
    name: `change-plan-${reader}`,
    path: '/settings/plan',
    reader,
    prepare: waitForLink('Go to your account'),
  })),
  {
    name: 'change-plan-chosen',
    path: '/settings/plan?plan=monthly',
    reader: 'subscriber',
    prepare: waitForButton('Pay with PayPal'),
  },
  { name: 'payments-guest', path: '/settings/payments' },
  {
    name: 'payments',
    path: '/settings/payments',
    reader: 'subscriber',
    prepare: (page) => locateReceipt(page).waitFor(),
  },
  { name: 'receipt', path: '/settings/payments', reader: 'subscriber', prepare: openReceipt },
  ...Object.entries(cancelPages).map(([pageName, { path, offeredStep }]) => ({
    name: pageName,
    path,
    reader: offeredStep ? ('subscriber' as const) : ('ending' as const),
    prepare: waitForCancellationForm,
  })),
  { name: 'cancellation_choice-guest', path: '/settings/cancel' },
  {
    name: 'pause_complete-paused',
    path: '/settings/cancel/paused',
    reader: 'paused',
    prepare: waitForCancellationForm,
  },
  { name: 'settings-open', path: '/settings', reader: 'registered', prepare: openAllSettings },
  { name: 'settings-deleted', path: '/settings#account-deleted' },
  { name: 'events', path: '/events' },
  { name: 'event', path: '/events/winter-salon' },
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
  { name: 'desk-statistics', path: '/desk/statistics', reader: 'editor' },
  { name: 'desk-statistics-plans', path: '/desk/statistics/plans', reader: 'editor' },
  { name: 'missing', path: '/there-is-nothing-here' },
  { name: 'missing-category', path: '/category/there-is-none' },
  { name: 'missing-tag', path: '/tag/there-is-none' },
  { name: 'missing-author', path: '/author/there-is-none' },
  { name: 'missing-event', path: '/events/there-is-none' },
  { name: 'missing-draft', path: '/preview/there-is-none' },
  { name: 'missing-number', path: '/latest/9999' },
]

export const findViews = (...names: readonly string[]): readonly PageView[] =>
  names.map((name) => pageViews.find((view) => view.name === name)!)
