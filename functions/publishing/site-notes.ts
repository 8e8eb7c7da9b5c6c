/**
 * What the build has left for the Worker among the files of its own version: up to when it holds
 * everything, and which addresses have moved.
 */
import { builtFile, parseBuiltNote } from '../../src/contracts/built.ts'
import { type Moves, movesPath, movesSchema, shardOf } from '../../src/contracts/moves.ts'
import { normalAddress, redirectKey } from '../../src/domain/redirect.ts'

type Assets = { fetch(url: URL): Promise<Response> }

export type SiteNotes = {
  /** By Firestore's clock; null where there is no note. Throws where it cannot be read. */
  builtAt(): Promise<Date | null>
  /** Where this path leads now, as a path of the site; null where it has not moved. Costs no read. */
  movedTo(path: string): Promise<string | null>
}

export function createSiteNotes(assets: Assets): SiteNotes {
  let builtAt: Date | null | undefined
  /** How many files of moves there are. */
  let shards: number | undefined

  async function read(path: string): Promise<string | null> {
    // The binding looks at the path alone.
    const file = await assets.fetch(new URL(path, 'https://assets.invalid'))
    if (file.ok) return file.text()
    await file.body?.cancel()
    if (file.status === 404) return null
    throw new Error(`${path} could not be read: ${file.status}`)
  }

  async function readMoves(shard: number): Promise<Moves | null> {
    const text = await read(movesPath(shard))
    return text === null ? null : movesSchema.parse(JSON.parse(text))
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
