import {
  buildTimestampFile,
  contentProblemsPath,
  contentProblemsSchema,
  type DeadLink,
  deadLinksPath,
  deadLinksSchema,
  parseBuildTimestamp,
} from '../../src/contracts/site-files/build-timestamp.ts'
import {
  getRedirectShardPath,
  type RedirectShard,
  redirectShardSchema,
} from '../../src/contracts/site-files/redirect-shards.ts'
import {
  getSealedIndexPath,
  type SealedIndex,
  sealedIndexSchema,
} from '../../src/contracts/site-files/sealed-body-index.ts'
import { getShard, hashKey } from '../../src/contracts/site-files/shards.ts'
import { hashRedirectPath, normalisePath } from '../../src/domain/redirect.ts'
import { type Assets, readAsset } from '../platform/http/read-asset.ts'
import { createLruCache } from '../platform/lru-cache.ts'

/** The maximum number of redirects in memory. At about 150 bytes each, they take 8 MB of the isolate's 128 MB. */
const maxCachedRedirects = 50_000

/** The maximum number of hashes in memory. At about 200 bytes each, they take 4 MB. */
const maxCachedBodyHashes = 20_000

/** An empty file counts as one redirect. */
const countRedirects = ({ redirects }: RedirectShard) => 1 + Object.keys(redirects).length
const countHashes = ({ hashes }: SealedIndex) => 1 + Object.keys(hashes).length

export type BuildManifest = {
  /** Returns when the site was built, by Firestore's clock; null if unknown. Throws if the manifest can't be read. */
  builtAt(): Promise<Date | null>
  /** Lists problems with the build's content. Throws if they can't be read. */
  listContentProblems(): Promise<readonly string[]>
  /** Lists dead links in stories. Throws if they can't be read. */
  listDeadLinks(): Promise<readonly DeadLink[]>
  /** Returns null if there is no redirect. Costs at most one small file. */
  findRedirect(path: string): Promise<string | null>
  /** Finds this version's encrypted body by name. Costs at most one small file. Throws if that file can't be read. */
  findSealedBody(name: string): Promise<SealedBodyPlace>
}

type SealedBodyPlace =
  /** The body is one of the site's files, if it exists. */
  | { readonly kind: 'file' }
  /** The body is an object in R2. The hash is null if this version has no such body. */
  | { readonly kind: 'object'; readonly hash: string | null }

type Shard = { readonly shardCount: number }

/** Reads a table's shards. The first shard contains the number of shards; without the first, the table is empty. */
function createShardReader<T extends Shard>(
  load: (shard: number) => Promise<T | null>,
  maxSize: number,
  measureSize: (shard: T) => number,
) {
  const cache = createLruCache<number, T>(maxSize, measureSize)
  let shards: number | undefined

  async function read(shard: number): Promise<T | null> {
    const cached = cache.get(shard)
    if (cached) return cached
    const loaded = await load(shard)
    if (loaded) cache.set(shard, loaded)
    return loaded
  }

  return {
    async count(): Promise<number> {
      shards ??= (await read(0))?.shardCount ?? 0
      return shards
    },
    read,
  }
}

/** Returns the time up to which the build contains every change. */
export async function readBuiltAt({
  buildManifest,
}: {
  readonly buildManifest: Pick<BuildManifest, 'builtAt'>
}): Promise<Date> {
  return (await buildManifest.builtAt()) ?? new Date(0)
}

export function createBuildManifest(assets: Assets): BuildManifest {
  let builtAt: Date | null | undefined
  const read = (path: string) => readAsset(assets, path)

  const redirectShards = createShardReader<RedirectShard>(
    async (shard) => {
      const text = await read(getRedirectShardPath(shard))
      return text === null ? null : redirectShardSchema.parse(JSON.parse(text))
    },
    maxCachedRedirects,
    countRedirects,
  )
  const sealedIndex = createShardReader<SealedIndex>(
    async (shard) => {
      const text = await read(getSealedIndexPath(shard))
      return text === null ? null : sealedIndexSchema.parse(JSON.parse(text))
    },
    maxCachedBodyHashes,
    countHashes,
  )

  return {
    async builtAt() {
      if (builtAt === undefined) {
        const text = await read(`/${buildTimestampFile}`)
        builtAt = text === null ? null : parseBuildTimestamp(text)
      }
      return builtAt
    },

    async listContentProblems() {
      const text = await read(contentProblemsPath)
      return text === null ? [] : contentProblemsSchema.parse(JSON.parse(text))
    },

    async listDeadLinks() {
      const text = await read(deadLinksPath)
      return text === null ? [] : deadLinksSchema.parse(JSON.parse(text))
    },

    async findRedirect(path) {
      const from = normalisePath(path)
      if (from === null) return null
      const shards = await redirectShards.count()
      if (shards === 0) return null
      const found = await redirectShards.read(getShard(await hashRedirectPath(from), shards))
      return found && Object.hasOwn(found.redirects, from) ? found.redirects[from]! : null
    },

    async findSealedBody(name) {
      const shards = await sealedIndex.count()
      if (shards === 0) return { kind: 'file' }
      const index = await sealedIndex.read(getShard(await hashKey(name), shards))
      // Every shard exists. A missing one is a fault, which mustn't look like a story without a closed part.
      if (!index) throw new Error('a shard of the index of sealed bodies is missing')
      const hash = Object.hasOwn(index.hashes, name) ? index.hashes[name]! : null
      return { kind: 'object', hash }
    },
  }
}
