import { buildTimestampFile, parseBuildTimestamp } from '../../src/contracts/build-timestamp.ts'
import {
  getRedirectShardPath,
  getShard,
  type RedirectShard,
  redirectShardSchema,
} from '../../src/contracts/redirect-shards.ts'
import { hashRedirectPath, normalisePath } from '../../src/domain/redirect.ts'
import { createLruCache } from '../lru-cache.ts'

/** Of about 150 bytes each: 8 MB of the isolate's 128 MB. */
const maxCachedRedirects = 50_000

/** An empty file counts too. */
const countRedirects = ({ redirects }: RedirectShard) => 1 + Object.keys(redirects).length

type Assets = { fetch(url: URL): Promise<Response> }

export type BuildManifest = {
  /** By Firestore's clock; null if unknown. Throws if it can't be read. */
  builtAt(): Promise<Date | null>
  /** Null if there is no redirect. Costs at most one small file. */
  findRedirect(path: string): Promise<string | null>
}

/** The build contains every change up to this time. */
export async function readBuiltAt({
  buildManifest,
}: {
  readonly buildManifest: Pick<BuildManifest, 'builtAt'>
}): Promise<Date> {
  return (await buildManifest.builtAt()) ?? new Date(0)
}

export function createBuildManifest(assets: Assets): BuildManifest {
  let builtAt: Date | null | undefined
  let shards: number | undefined
  const cache = createLruCache<number, RedirectShard>(maxCachedRedirects, countRedirects)

  async function read(path: string): Promise<string | null> {
    // The binding uses only the path.
    const file = await assets.fetch(new URL(path, 'https://assets.invalid'))
    if (file.ok) return file.text()
    await file.body?.cancel()
    if (file.status === 404) return null
    throw new Error(`${path} could not be read: ${file.status}`)
  }

  async function readRedirects(shard: number): Promise<RedirectShard | null> {
    const cached = cache.get(shard)
    if (cached) return cached
    const text = await read(getRedirectShardPath(shard))
    if (text === null) return null
    const redirects = redirectShardSchema.parse(JSON.parse(text))
    cache.set(shard, redirects)
    return redirects
  }

  return {
    async builtAt() {
      if (builtAt === undefined) {
        const text = await read(`/${buildTimestampFile}`)
        builtAt = text === null ? null : parseBuildTimestamp(text)
      }
      return builtAt
    },

    async findRedirect(path) {
      const from = normalisePath(path)
      if (from === null) return null
      shards ??= (await readRedirects(0))?.shardCount ?? 0
      if (shards === 0) return null
      const found = await readRedirects(getShard(await hashRedirectPath(from), shards))
      return found && Object.hasOwn(found.redirects, from) ? found.redirects[from]! : null
    },
  }
}
