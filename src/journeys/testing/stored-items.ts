/** Compares the items that a browser has stored for the site with those that the privacy page lists. */
import type { BrowserContext, Page } from '@playwright/test'
import { isListedItem, type StoragePlace } from '../../contracts/device-storage.ts'

/** Items that the journeys themselves set. */
const journeyItems = new Set(['cookie _fbp', 'cookie _fbc', 'sessionStorage shown'])

/** In milliseconds. A page may wait for a request that a journey never answers. */
const maxWait = 5000

async function listPageItems(page: Page): Promise<string[]> {
  const list = page.evaluate(async () => {
    const listKeys = async (name: string, list: () => Iterable<string> | Promise<string[]>) => {
      try {
        return [...(await list())].map((key) => `${name} ${key}`)
      } catch {
        // The journey blocks this storage, or the page isn't an HTML document.
        return []
      }
    }
    return [
      ...(await listKeys('localStorage', () => Object.keys(localStorage))),
      ...(await listKeys('sessionStorage', () => Object.keys(sessionStorage))),
      ...(await listKeys('cacheStorage', () => caches.keys())),
      ...(await listKeys('indexedDB', async () =>
        (await indexedDB.databases()).map(({ name }) => name ?? ''),
      )),
    ]
  })
  const expired = new Promise<string[]>((resolve) => setTimeout(() => resolve([]), maxWait).unref())
  return Promise.race([list.catch(() => []), expired])
}

/** Lists items that the privacy page doesn't list, as `place name`. */
export async function listUnlistedItems(context: BrowserContext, siteUrl: string) {
  const pages = context.pages().filter((page) => page.url().startsWith(siteUrl))
  const cookies = await context.cookies(siteUrl)
  const found = [
    ...cookies.map(({ name }) => `cookie ${name}`),
    ...(await Promise.all(pages.map(listPageItems))).flat(),
  ]
  return [...new Set(found)]
    .filter((item) => {
      const [place, name] = item.split(/ (.*)/s) as [StoragePlace, string]
      return !isListedItem(place, name)
    })
    .filter((item) => !journeyItems.has(item))
}
