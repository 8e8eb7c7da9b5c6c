import { describe, expect, it } from 'vitest'
import { openBuiltSite, toPath } from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { loadContentCopy } from '../content/content-copy.ts'
import { type PageName, pageNames } from '../contracts/analytics/page-name.ts'
import { getLinkStepPath, newsletterLinkSteps } from '../contracts/pages/newsletter-link-steps.ts'

const stack = readRunningStack()
const site = openBuiltSite(stack)
const contentCopy = loadContentCopy(stack.buildEnvironment.BUILD_STATE)!

/** Null: not counted. */
const pageNameByPath: Readonly<Record<string, PageName | null>> = {
  '/': 'homepage',
  '/search': 'search',
  '/newsletter': 'newsletter',
  ...Object.fromEntries(newsletterLinkSteps.map((step) => [getLinkStepPath(step), null])),
  '/saved': 'saved',
  '/saved/history': null,
  '/refer': 'refer',
  '/gift': 'gift',
  '/gift-subscription': null,
  '/gift-subscription/finish': 'gift',
  '/gift/opened': null,
  '/gift/print': null,
  '/gifts': null,
  '/gifts/receipt': null,
  '/redeem': null,
  '/subscribe': 'subscribe',
  '/subscribe-today': 'subscribe-today',
  '/subscribe-original': 'subscribe-original',
  '/subscribe/finish': null,
  '/subscribe/student': null,
  '/settings': 'settings',
  '/settings/plan': null,
  '/settings/payments': null,
  '/settings/payments/receipt': null,
  '/settings/cancel': 'cancellation_choice',
  '/settings/cancel/stories': 'cancellation_stories',
  '/settings/cancel/technical': 'cancellation_technical',
  '/settings/cancel/confirm': 'cancel_confirmation',
  '/settings/cancel/pause': 'pause_confirmation',
  '/settings/cancel/offer': 'offer_confirmation',
  '/settings/cancel/paused': 'pause_complete',
  '/settings/cancel/cancelled': 'cancel_complete',
  '/settings/cancel/offered': 'offer_complete',
  '/welcome': 'welcome',
  '/welcome/why': 'welcome_why',
  '/welcome/discover': 'welcome_discover',
  '/welcome/preferences': 'welcome_preferences',
  '/welcome/goals': 'welcome_goals',
  '/welcome/app': 'welcome_app',
  '/login': null,
  '/login/new': null,
  '/login/google': null,
  '/magic': null,
  '/forgot': null,
  '/offline': null,
  '/events': null,
}

function getContentPageName(path: string): PageName | null | undefined {
  const [, first = '', second] = path.split('/')
  if (second === undefined && contentCopy.articles.has(first)) return 'article'
  if (second === undefined && contentCopy.pages.has(first)) return 'information'
  if (first === 'newsletter' && contentCopy.issues.has(second ?? '')) return 'newsletter'
  if (first === 'events') return null
  return (['latest', 'category', 'tag', 'author'] as const).find((pageName) => pageName === first)
}

const found = site.files
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const [root] = /<html[^>]*>/.exec(site.text(file)) ?? ['']
    return [toPath(file), /data-page-name="([^"]*)"/.exec(root)?.[1] ?? null] as const
  })

describe('the page name', () => {
  it('is that of the address, or none', () => {
    const expected = found.map(
      ([path]) =>
        [path, path in pageNameByPath ? pageNameByPath[path] : getContentPageName(path)] as const,
    )
    expect(found).toEqual(expected)
    const paths = new Set(found.map(([path]) => path))
    expect(Object.keys(pageNameByPath).filter((path) => !paths.has(path))).toEqual([])
  })

  it('is used by some page, for every name', () => {
    const shown = new Set<string | null>(found.map(([, pageName]) => pageName))
    expect(pageNames.filter((pageName) => !shown.has(pageName))).toEqual([])
  })
})
