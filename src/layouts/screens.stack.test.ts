/** As which screen each page of the built site is counted. */
import { describe, expect, it } from 'vitest'
import { builtSite, pathOf } from '../../scripts/local/built-site.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { loadMirror } from '../content/mirror.ts'
import { type Screen, screens } from '../contracts/screen.ts'

const stack = runningStack()
const site = builtSite(stack)
const mirror = loadMirror(stack.buildEnvironment.BUILD_STATE)!

/** Of the templates that are one page each; null where nothing is counted. */
const single: Readonly<Record<string, Screen | null>> = {
  '/': 'homepage',
  '/search': 'search',
  '/newsletter': 'newsletter',
  '/saved': 'saved',
  '/saved/history': null,
  '/refer': 'refer',
  '/gift': 'gift',
  '/gift-subscription': null,
  '/subscribe': 'subscribe',
  '/subscribe-today': 'subscribe-today',
  '/subscribe-original': 'subscribe-original',
  '/subscribe/finish': null,
  '/subscribe/student': null,
  '/settings': 'settings',
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

/** Of those that content makes. */
function ofContent(path: string): Screen | null | undefined {
  const [, first = '', second] = path.split('/')
  if (second === undefined && mirror.articles.has(first)) return 'article'
  if (second === undefined && mirror.pages.has(first)) return 'information'
  if (first === 'events') return null
  return (['latest', 'category', 'tag', 'author'] as const).find((screen) => screen === first)
}

const found = site.files
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const [root] = /<html[^>]*>/.exec(site.text(file)) ?? ['']
    return [pathOf(file), /data-screen="([^"]*)"/.exec(root)?.[1] ?? null] as const
  })

describe('the screen of a page', () => {
  it('is the one that its address has, or none', () => {
    const expected = found.map(
      ([path]) => [path, path in single ? single[path] : ofContent(path)] as const,
    )
    expect(found).toEqual(expected)
    const paths = new Set(found.map(([path]) => path))
    expect(Object.keys(single).filter((path) => !paths.has(path))).toEqual([])
  })

  it('is on some page, for every screen that there is', () => {
    const shown = new Set<string | null>(found.map(([, screen]) => screen))
    expect(screens.filter((screen) => !shown.has(screen))).toEqual([])
  })
})
