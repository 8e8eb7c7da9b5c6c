/** Stories whose pages aren't static files in this version of the site (contracts/older-stories.ts). */
import {
  findOlderStory,
  getOlderStoriesPath,
  mayHaveSlug,
  type OlderStoriesIndex,
  olderStoriesIndexPath,
  olderStoriesIndexSchema,
} from '../../src/contracts/site-files/older-stories.ts'
import { getShard, hashKey } from '../../src/contracts/site-files/shards.ts'
import { type Assets, readAsset } from '../platform/http/read-asset.ts'

export type StoredStory = Pick<OlderStoriesIndex, 'version' | 'model'> & {
  /** The format is defined in contracts/older-stories.ts. */
  readonly json: string
}

export type OlderStories = {
  /**
   * Returns whether a shard may contain the story, with a few false positives. Reads a file only on an isolate's first
   * call. Throws if the index can't be read.
   */
  mayHave(slug: string): Promise<boolean>
  /** Returns null for an unknown story, and for a story whose page is a static file. Throws if a file can't be read. */
  find(slug: string): Promise<StoredStory | null>
}

export function createOlderStories(assets: Assets): OlderStories {
  /** Null if every story's page is a static file. */
  let index: OlderStoriesIndex | null | undefined

  async function loadIndex() {
    if (index === undefined) {
      const text = await readAsset(assets, olderStoriesIndexPath)
      index = text === null ? null : olderStoriesIndexSchema.parse(JSON.parse(text))
    }
    return index
  }

  /** Returns the index and the slug's hash if a shard may contain the story. */
  async function findInIndex(slug: string) {
    const loaded = await loadIndex()
    if (!loaded) return null
    const hash = await hashKey(slug)
    return mayHaveSlug(loaded.hashes, hash) ? { index: loaded, hash } : null
  }

  return {
    mayHave: async (slug) => (await findInIndex(slug)) !== null,
    async find(slug) {
      const found = await findInIndex(slug)
      if (!found) return null
      const { version, model, shardCount } = found.index
      const path = getOlderStoriesPath(getShard(found.hash, shardCount))
      const shard = await readAsset(assets, path)
      // Every shard should exist.
      if (shard === null) throw new Error(`${path} is missing`)
      const json = findOlderStory(shard, slug)
      return json === null ? null : { version, model, json }
    },
  }
}
