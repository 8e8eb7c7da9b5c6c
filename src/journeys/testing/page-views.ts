/**
 * All pages, in their states. The contact sheet (scripts/dev/look/take-screenshots.ts) and the accessibility checks
 * open them.
 */
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accountViews, subscriptionViews } from './account-views.ts'
import { articleViews } from './article-views.ts'
import { deskEditorViews } from './desk-editor-views.ts'
import { deskViews } from './desk-views.ts'
import { giftLinkViews } from './gift-link-views.ts'
import { giftCardViews, giftViews, ownGiftViews } from './gift-views.ts'
import { newsletterViews } from './newsletter-views.ts'
import type { PageView } from './open-view.ts'
import { locateMain } from './page-actions.ts'
import { subscribeViews } from './subscribe-views.ts'
import { wallViews } from './wall-views.ts'

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

export const waitForResults = async (page: Page) => {
  await page.getByRole('status').filter({ hasText: /found/i }).waitFor()
}

const failSearch = async (page: Page) => {
  await page.route('**/pagefind/**', (route) => route.abort())
  await page.getByRole('searchbox').fill('rain')
  await locateMain(page).getByRole('button', { name: 'Try again' }).waitFor()
}

/** Sets India as the country, as the script before the first paint does. */
const setIndia = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.country = 'IN'
  })
const setUnknownReader = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.reader = 'undefined'
  })

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

const waitForOwnLink = (page: Page) =>
  locateMain(page)
    .getByText(/\/r\/[a-z0-9]{10}$/)
    .waitFor()

/** Views of story lists, search, and the page's frame for each kind of reader. */
const siteViews: readonly PageView[] = [
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
]

const findingViews: readonly PageView[] = [
  { name: 'search', path: '/search' },
  { name: 'search-found', path: '/search?q=rain', prepare: waitForResults },
  { name: 'search-nothing', path: '/search?q=xylophone+qqq', prepare: waitForResults },
  { name: 'search-failed', path: '/search', prepare: failSearch },
  { name: 'menu-guest', path: '/about', prepare: openMenu },
  ...(['subscriber', 'ending', 'lapsed', 'registered'] as const).map((reader) => ({
    name: `menu-${reader}`,
    path: '/about',
    reader,
    prepare: openMenu,
  })),
  { name: 'about-undefined', path: '/about', prepare: setUnknownReader },
  { name: 'about-india', path: '/about', prepare: setIndia },
]

const textViews: readonly PageView[] = [
  ...['about', 'why', 'partner', 'ethics', 'contact', 'copyright', 'privacy', 'terms'].map(
    (slug) => ({ name: slug, path: `/${slug}` }),
  ),
  { name: 'events', path: '/events' },
  { name: 'event', path: '/events/winter-salon' },
  { name: 'summit-2024', path: '/events/summit-2024' },
  { name: 'summit-2023', path: '/events/summit-2023' },
  { name: 'missing', path: '/there-is-nothing-here' },
  { name: 'missing-category', path: '/category/there-is-none' },
  { name: 'missing-tag', path: '/tag/there-is-none' },
  { name: 'missing-author', path: '/author/there-is-none' },
  { name: 'missing-event', path: '/events/there-is-none' },
  { name: 'missing-draft', path: '/preview/there-is-none' },
  { name: 'missing-number', path: '/latest/9999' },
]

const keptViews: readonly PageView[] = [
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
  {
    name: 'saved-nothing',
    path: '/saved',
    reader: 'registered',
    // The island has rendered the list.
    prepare: (page) => page.waitForFunction(() => Number(localStorage['saved.at'] ?? 0) > 0),
  },
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
]

const welcomeViews: readonly PageView[] = [
  { name: 'welcome', path: '/welcome' },
  { name: 'welcome-registered', path: '/welcome', reader: 'registered' },
  { name: 'welcome-preferences-registered', path: '/welcome/preferences', reader: 'registered' },
  { name: 'welcome-goals-registered', path: '/welcome/goals', reader: 'registered' },
  ...['why', 'discover', 'preferences', 'goals', 'app'].map((step) => ({
    name: `welcome-${step}`,
    path: `/welcome/${step}`,
  })),
]

const listedViews: Readonly<Record<string, readonly PageView[]>> = {
  'the front page and lists': siteViews,
  'search and the menu': findingViews,
  'text pages and events': textViews,
  'what readers keep and share': keptViews,
  'the desk': deskViews,
  'the desk’s editor': deskEditorViews,
  articles: articleViews,
  'the newsletter': newsletterViews,
  walls: wallViews,
  'given stories': giftLinkViews,
  'subscribing and the welcome': [...subscribeViews, ...welcomeViews],
  'buying gifts': giftViews,
  'redeeming and having gifts': ownGiftViews,
  'gift cards': giftCardViews,
  'logging in and the account': accountViews,
  'changing and cancelling a subscription': subscriptionViews,
}

const listedPaths = Object.values(listedViews).flatMap((views) => views.map(({ path }) => path))

export const pageViewsByArea: Readonly<Record<string, readonly PageView[]>> = {
  ...listedViews,
  'other pages': readdirSync(new URL('../../pages', import.meta.url))
    .flatMap((file) => /^([a-z-]+)\.astro$/.exec(file)?.[1] ?? [])
    .filter((slug) => slug !== 'index' && !listedPaths.includes(`/${slug}`))
    .map((slug) => ({ name: slug, path: `/${slug}` })),
}

export const pageViews: readonly PageView[] = Object.values(pageViewsByArea).flat()

export const findViews = (...names: readonly string[]): readonly PageView[] =>
  names.map((name) => pageViews.find((view) => view.name === name)!)
