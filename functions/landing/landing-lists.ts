import {
  type LandingList,
  landingListSchema,
  listsPath,
} from '../../src/contracts/site-files/landing.ts'
import { type Assets, readAsset } from '../platform/http/read-asset.ts'
import { createLruCache } from '../platform/lru-cache.ts'

/** In characters of JSON: about 10 MB of the isolate's 128 MB. */
const maxSize = 4_000_000

/** Returns null if the build has no such page. Throws if the list can't be read. */
export type LoadLandingList = (name: string) => Promise<LandingList | null>

/** Reads the lists that the build has written. */
export function createLandingLists(assets: Assets): LoadLandingList {
  type Entry = { readonly list: LandingList; readonly size: number }
  const cache = createLruCache<string, Entry>(maxSize, ({ size }) => size)
  return async (name) => {
    const cached = cache.get(name)
    if (cached) return cached.list
    const text = await readAsset(assets, `${listsPath}/${name}`)
    if (text === null) return null
    const list = landingListSchema.parse(JSON.parse(text))
    cache.set(name, { list, size: text.length })
    return list
  }
}
