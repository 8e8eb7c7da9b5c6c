/** The stories whose pages aren't files of this version of the site (contracts/older-stories.ts). */
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
   * Whether a story may be stored here; true for a few that aren't. Reads a file at an isolate's first call only. Throws if
   * the index can't be read.
   */
  mayHave(slug: string): Promise<boolean>
  /** Null for an unknown story and for one whose page is a file. Throws if a file can't be read. */
  find(slug: string): Promise<StoredStory | null>
}

export function createOlderStories(assets: Assets): OlderStories {
  /** Null if every story's page is a file. */
  let index: OlderStoriesIndex | null | undefined

  async function loadIndex() {
    if (index === undefined) {
      const text = await readAsset(assets, olderStoriesIndexPath)
      index = text === null ? null : olderStoriesIndexSchema.parse(JSON.parse(text))
    }
    return index
  }

  /** The index and the slug's hash, if there may be such a story. */
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
      // Every shard exists.
      if (shard === null) throw new Error(`${path} is missing`)
      const json = findOlderStory(shard, slug)
      return json === null ? null : { version, model, json }
    },
  }
}
