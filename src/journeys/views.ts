/**
 * Every route of the publication and every state that a page of it can be in, for whoever looks at
 * all of them: the contact sheet (scripts/look/look.ts) and the checks of accessibility.
 */
import type { Page } from '@playwright/test'
import { samples } from './readers.ts'

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

const article = `/${samples.metered.slug}`

export const views: readonly View[] = [
  { name: 'home', path: '/' },
  { name: 'home-subscriber', path: '/', reader: 'subscriber' },
  { name: 'latest', path: '/latest' },
  { name: 'latest-numbered', path: '/latest/1' },
  { name: 'category', path: '/category/culture' },
  { name: 'category-editors-picks', path: '/category/editors-picks' },
  { name: 'tag', path: '/tag/sriLanka' },
  { name: 'author', path: '/author/kartik-venkataraghavan' },
  { name: 'search', path: '/search' },
  { name: 'article-guest', path: article },
  { name: 'article-subscriber', path: article, reader: 'subscriber' },
  { name: 'article-ending', path: article, reader: 'ending' },
  { name: 'article-paused', path: article, reader: 'paused' },
  { name: 'article-lapsed', path: article, reader: 'lapsed' },
  { name: 'article-registered', path: article, reader: 'registered' },
  { name: 'article-public', path: `/${samples.public.slug}` },
  { name: 'menu-guest', path: '/about', act: openMenu },
  { name: 'menu-subscriber', path: '/about', reader: 'subscriber', act: openMenu },
  { name: 'menu-lapsed', path: '/about', reader: 'lapsed', act: openMenu },
  ...['about', 'why', 'partner', 'ethics', 'contact', 'copyright', 'privacy', 'terms'].map(
    (slug) => ({ name: slug, path: `/${slug}` }),
  ),
  { name: 'subscribe', path: '/subscribe' },
  { name: 'login', path: '/login' },
  { name: 'settings-guest', path: '/settings' },
  { name: 'settings-subscriber', path: '/settings', reader: 'subscriber' },
  { name: 'settings-lapsed', path: '/settings', reader: 'lapsed' },
  { name: 'missing', path: '/there-is-nothing-here' },
  { name: 'missing-category', path: '/category/there-is-none' },
]
