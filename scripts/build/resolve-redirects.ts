/** Resolves redirects to their final targets, and writes them into files for the Worker. */

import type { RedirectCopy } from '../../src/content/content-copy.ts'
import {
  getRedirectShardPath,
  type RedirectShard,
} from '../../src/contracts/site-files/redirect-shards.ts'
import { getShard, getShardCount } from '../../src/contracts/site-files/shards.ts'
import { decodePercentEncoding } from '../../src/domain/percent-encoding.ts'
import { normalisePath } from '../../src/domain/redirect.ts'

type RedirectPair = Pick<RedirectCopy, 'from' | 'to'>

export type ResolvedRedirects = {
  readonly targets: ReadonlyMap<string, string>
  /** A sentence for each loop. */
  readonly problems: readonly string[]
}

const decodePath = (address: string) => decodePercentEncoding(address.replace(/[?#].*$/s, ''))

/** An existing page ends a chain, and its own redirect is ignored. */
export function resolveRedirects(
  redirects: Iterable<RedirectPair>,
  isPage: (path: string) => boolean,
): ResolvedRedirects {
  const active = new Map<string, string>()
  for (const { from, to } of redirects) if (!isPage(from)) active.set(from, to)
  /** Targets by address; null for an address that leads into a loop. */
  const targets = new Map<string, string | null>()
  const problems: string[] = []
  for (const start of active.keys()) {
    const chain = new Set<string>()
    let target: string | null | undefined
    for (let address = start; target === undefined; ) {
      if (chain.has(address)) {
        const addresses = [...chain]
        const cycle = [...addresses.slice(addresses.indexOf(address)), address].join(' → ')
        problems.push(`redirects: ${cycle} is a loop: remove one of these redirects`)
        target = null
        break
      }
      const knownTarget = targets.get(address)
      if (knownTarget !== undefined) {
        target = knownTarget
        break
      }
      chain.add(address)
      const to = active.get(address)!
      const next = normalisePath(to)
      if (isPage(decodePath(to)) || next === null || !active.has(next)) target = to
      else address = next
    }
    for (const address of chain) targets.set(address, target!)
  }
  const found = [...targets].filter((entry): entry is [string, string] => entry[1] !== null)
  return { targets: new Map(found), problems }
}

/** See contracts/redirect-shards.ts. Leaves out redirects that loop, which `problems` lists. */
export function buildRedirectFiles(
  redirects: ReadonlyMap<string, RedirectCopy>,
  isPage: (path: string) => boolean,
): {
  readonly files: { readonly file: string; readonly content: string }[]
  readonly problems: readonly string[]
} {
  const { targets, problems } = resolveRedirects(redirects.values(), isPage)
  if (targets.size === 0) return { files: [], problems }
  const shardCount = getShardCount(targets.size)
  const shards = Array.from({ length: shardCount }, (): [string, string][] => [])
  for (const [key, { from }] of redirects) {
    const to = targets.get(from)
    if (to !== undefined) shards[getShard(key, shardCount)]!.push([from, to])
  }
  const files = shards.map((entries, shard) => ({
    file: getRedirectShardPath(shard).slice(1),
    content: JSON.stringify({
      shardCount,
      redirects: Object.fromEntries(entries.sort(compareByAddress)),
    } satisfies RedirectShard),
  }))
  return { files, problems }
}

/** Redirects are sorted, so that files don't depend on the order of reads. */
const compareByAddress = ([one]: [string, string], [other]: [string, string]) =>
  one < other ? -1 : 1
