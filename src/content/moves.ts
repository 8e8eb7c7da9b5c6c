/** Redirects on their way from the mirror to the edge: where each leads in the end, and in which file. */
import { type Moves, movesPath, shardOf, shardsFor } from '../contracts/moves.ts'
import { normalAddress } from '../domain/redirect.ts'
import type { MirroredRedirect } from './mirror.ts'

type Move = Pick<MirroredRedirect, 'from' | 'to'>

export type ResolvedMoves = {
  /** Where an address leads in the end, in one step. */
  readonly ends: ReadonlyMap<string, string>
  /** Circles, in words; each once. */
  readonly problems: readonly string[]
}

/** As an address is written, without what is no part of the path. */
function pathOf(address: string): string {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/s, ''))
  } catch {
    return address
  }
}

/**
 * Follows each redirect to its end. `isPage` says of a path whether a page is there: it ends the way,
 * and a redirect from it does not act.
 */
export function resolveMoves(
  redirects: Iterable<Move>,
  isPage: (path: string) => boolean,
): ResolvedMoves {
  const acting = new Map<string, string>()
  for (const { from, to } of redirects) if (!isPage(from)) acting.set(from, to)
  /** Null for what leads into a circle. */
  const ends = new Map<string, string | null>()
  const problems: string[] = []
  for (const start of acting.keys()) {
    const way = new Set<string>()
    let end: string | null | undefined
    for (let address = start; end === undefined; ) {
      if (way.has(address)) {
        const circle = `${[...way].join(' → ')} → ${address}`
        problems.push(`redirects: ${circle} leads in a circle: end one of them`)
        end = null
        break
      }
      const known = ends.get(address)
      if (known !== undefined) {
        end = known
        break
      }
      way.add(address)
      const to = acting.get(address)!
      const next = normalAddress(to)
      if (isPage(pathOf(to)) || next === null || !acting.has(next)) end = to
      else address = next
    }
    for (const address of way) ends.set(address, end!)
  }
  const found = [...ends].filter((entry): entry is [string, string] => entry[1] !== null)
  return { ends: new Map(found), problems }
}

/** The files of contracts/moves.ts; none where nothing has moved. Throws where redirects go in circles. */
export function movesFiles(
  redirects: ReadonlyMap<string, MirroredRedirect>,
  isPage: (path: string) => boolean,
): { readonly file: string; readonly content: string }[] {
  const { ends, problems } = resolveMoves(redirects.values(), isPage)
  if (problems.length > 0) {
    throw new Error(
      `Nothing was built: ${problems.length} problem(s) in the content.\n  ${problems.join('\n  ')}`,
    )
  }
  if (ends.size === 0) return []
  const of = shardsFor(ends.size)
  const shards = Array.from({ length: of }, (): [string, string][] => [])
  for (const [key, { from }] of redirects) {
    const to = ends.get(from)
    if (to !== undefined) shards[shardOf(key, of)]!.push([from, to])
  }
  return shards.map((moves, shard) => ({
    file: movesPath(shard).slice(1),
    content: JSON.stringify({
      of,
      moves: Object.fromEntries(moves.sort(byAddress)),
    } satisfies Moves),
  }))
}

/** The mirror’s order is that of its reads: files are to be the same after a full one. */
const byAddress = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)
