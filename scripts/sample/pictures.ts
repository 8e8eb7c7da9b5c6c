/** Draws the sample's pictures and names them by their content, as the desk does with photographs. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
export type Motif = string
type PrintRequest = {
  seed: string
  motif: string
  dye: string
  width: number
  height: number
  composition: string
}
async function drawPrint(r: PrintRequest) {
  const h = createHash('sha256').update(r.seed).digest()
  return sharp({
    create: {
      width: r.width,
      height: r.height,
      channels: 3,
      background: { r: h[0]!, g: h[1]!, b: h[2]! },
    },
  })
    .jpeg()
    .toBuffer()
}

export type StoredPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/**
 * The picture for a request, drawn once a machine: later starts, fresh ones too, take it from
 * `cache`. The id is the seed and the first 16 hex digits of the content's SHA-256.
 */
export async function storedPicture(request: PrintRequest, cache: string): Promise<StoredPicture> {
  const key = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 24)
  const file = join(cache, `${key}.jpg`)
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(file, await drawPrint(request))
  }
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { id: `${request.seed}-${hash}`, width: request.width, height: request.height, bytes }
}
