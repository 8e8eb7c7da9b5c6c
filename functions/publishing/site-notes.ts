/**
 * What the build has left for the Worker among the files of its own version: up to when it holds
 * everything, and which addresses have moved.
 */
import { builtFile, parseBuiltNote } from '../../src/contracts/built.ts'
import { type Moves, movesPath, movesSchema, shardOf } from '../../src/contracts/moves.ts'
import { normalAddress, redirectKey } from '../../src/domain/redirect.ts'
import { createRecentlyUsed } from '../recently-used.ts'

/** Moves in memory, of about 150 bytes each: 8 MB of the 128 MB that an isolate has. */
const mostMovesKept = 50_000

/** Counts a file without moves too, so that it is not free. */
const sizeOfMoves = ({ moves }: Moves) => 1 + Object.keys(moves).length

type Assets = { fetch(url: URL): Promise<Response> }

export type SiteNotes = {
  /** By Firestore's clock; null where there is no note. Throws where it cannot be read. */
  builtAt(): Promise<Date | null>
  /** Where this path leads now, null where it has not moved. Costs no database read, and at most one small file's. */
  movedTo(path: string): Promise<string | null>
}

export function createSiteNotes(assets: Assets): SiteNotes {
  let builtAt: Date | null | undefined
  /** How many files of moves there are. */
  let shards: number | undefined
  const kept = createRecentlyUsed<number, Moves>(mostMovesKept, sizeOfMoves)

  async function read(path: string): Promise<string | null> {
    // The binding looks at the path alone.
    const file = await assets.fetch(new URL(path, 'https://assets.invalid'))
    if (file.ok) return file.text()
    await file.body?.cancel()
    if (file.status === 404) return null
    throw new Error(`${path} could not be read: ${file.status}`)
  }

  async function readMoves(shard: number): Promise<Moves | null> {
    const known = kept.get(shard)
    if (known) return known
    const text = await read(movesPath(shard))
    if (text === null) return null
    const moves = movesSchema.parse(JSON.parse(text))
    kept.keep(shard, moves)
    return moves
  }

  return {
    async builtAt() {
      if (builtAt === undefined) {
        const note = await read(`/${builtFile}`)
        builtAt = note === null ? null : parseBuiltNote(note)
      }
      return builtAt
    },

    async movedTo(path) {
      const from = normalAddress(path)
      if (from === null) return null
      shards ??= (await readMoves(0))?.of ?? 0
      if (shards === 0) return null
      const found = await readMoves(shardOf(await redirectKey(from), shards))
      return found && Object.hasOwn(found.moves, from) ? found.moves[from]! : null
    },
  }
}
