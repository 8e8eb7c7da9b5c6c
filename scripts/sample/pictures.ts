/** Draws the sample's pictures and names them by their content, as the desk does with photographs. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPrint, type PrintRequest } from './prints/print.ts'

export type StoredPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** Hash of the code that draws, so that another hand draws everything anew. */
function handHash(): string {
  const folder = join(import.meta.dirname, 'prints')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

const hand = handHash()

/**
 * The picture for a request, drawn once a machine: later starts, fresh ones too, take it from
 * `cache`. The id is the seed and the first 16 hex digits of the content's SHA-256.
 */
export async function storedPicture(request: PrintRequest, cache: string): Promise<StoredPicture> {
  const key = createHash('sha256')
    .update(hand + JSON.stringify(request))
    .digest('hex')
    .slice(0, 24)
  const file = join(cache, `${key}.jpg`)
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(file, await drawPrint(request))
  }
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { id: `${request.seed}-${hash}`, width: request.width, height: request.height, bytes }
}
