/** The printing itself: blocks are cut once into masks and put down, impression by impression. */
import sharp from 'sharp'
import type { Block } from './block.ts'
import { noiseTile, tile, wrap } from './noise.ts'
import { type Mark, type Plate, plates } from './pen.ts'
import type { Impression, Plan } from './plan.ts'
import { hashOf } from './random.ts'

/** How much of each dye lies where, 0 to 255, one byte a pixel. */
export type Printed = Partial<Record<Plate, Uint8Array>>

/** `wood` tells for squares of `run` pixels whether a face has anything in or next to them. */
type Face = { cover: Uint8Array; wood: Uint8Array; wide: number; high: number }
type Mask = { width: number; height: number; faces: Partial<Record<Plate, Face>> }
const run = 16

export async function press(plan: Plan): Promise<Printed> {
  const { width, height, dyeing } = plan
  const used = plates.filter((plate) => dyeing.inks[plate])
  const printed: Printed = {}
  for (const plate of used) printed[plate] = new Uint8Array(width * height)
  const masks = await Promise.all(plan.blocks.map((block) => cutMask(block, used)))
  const bleed = bleeding(hashOf(plan.seed))
  for (const impression of plan.impressions) {
    const mask = masks[impression.block]!
    const block = plan.blocks[impression.block]!
    for (const plate of used) {
      const face = mask.faces[plate]
      if (face) stamp(printed[plate]!, plan, block, impression, plate, mask, face, bleed)
    }
  }
  return printed
}

export const marksOf = (marks: readonly Mark[], paint = { ink: '#fff', cut: '#000' }) =>
  marks
    .map(({ d, ink, stroke, faint }) => {
      const colour = ink ? paint.ink : paint.cut
      const opacity = faint ? ' opacity="0.45"' : ''
      if (!stroke) return `<path d="${d}" fill="${colour}"${opacity}/>`
      const width = Math.round(stroke * 100) / 100
      return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
    })
    .join('')

/**
 * All faces of a block in one picture, one below the other, since starting a picture costs most.
 */
async function cutMask(block: Block, used: readonly Plate[]): Promise<Mask> {
  const { bounds, scale, carving } = block
  const width = Math.ceil((bounds.right - bounds.left) * scale)
  const height = Math.ceil((bounds.bottom - bounds.top) * scale)
  const carved = used.filter((plate) => carving[plate].some(({ ink }) => ink))
  if (!carved.length) return { width, height, faces: {} }
  const faces = carved.map((plate, i) => {
    const [x, y] = [-bounds.left * scale, -bounds.top * scale + i * height]
    const place = `translate(${x} ${y}) scale(${scale})`
    return `<g transform="${place}" stroke-linejoin="round">${marksOf(carving[plate])}</g>`
  })
  const total = height * carved.length
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}">
    <rect width="100%" height="100%" fill="#000"/>${faces.join('')}</svg>`
  const pixels = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer()
  const size = width * height
  return {
    width,
    height,
    faces: Object.fromEntries(
      carved.map((plate, i) => {
        const cover = new Uint8Array(pixels.buffer, pixels.byteOffset + i * size, size)
        return [plate, { cover, ...woodOf(cover, width, height) }]
      }),
    ),
  }
}

function woodOf(cover: Uint8Array, width: number, height: number) {
  const wide = Math.ceil(width / run)
  const high = Math.ceil(height / run)
  const wood = new Uint8Array(wide * high)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) if (cover[at]) wood[(y >> 4) * wide + (x >> 4)] = 1
  }
  const near = wood.map((_, i) => {
    const [x, y] = [i % wide, Math.floor(i / wide)]
    for (let v = Math.max(0, y - 1); v <= Math.min(high - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(wide - 1, x + 1); u++) {
        if (wood[v * wide + u]) return 1
      }
    }
    return 0
  })
  return { wood: near, wide, high }
}

type Bleed = { across: Float32Array; down: Float32Array }

/**
 * How far, in pixels, the dye creeps from where the wood touched: a little tremor and a long sway.
 */
function bleeding(seed: number): Bleed {
  const [fine, long] = [noiseTile(seed ^ 0x51, 64, 2), noiseTile(seed ^ 0x52, 8, 2)]
  const across = new Float32Array(tile * tile)
  const down = new Float32Array(tile * tile)
  for (let y = 0; y < tile; y++) {
    for (let x = 0; x < tile; x++) {
      const at = y * tile + x
      const other = ((y + 197) & wrap) * tile + ((x + 331) & wrap)
      across[at] = (fine[at]! - 0.5) * 2.6 + (long[at]! - 0.5) * 7
      down[at] = (fine[other]! - 0.5) * 2.6 + (long[other]! - 0.5) * 7
    }
  }
  return { across, down }
}

function stamp(
  onto: Uint8Array,
  { width, height }: Plan,
  { bounds, scale }: Block,
  { placed, slips, weight, lean, within }: Impression,
  plate: Plate,
  mask: Mask,
  { cover: face, wood, wide, high }: Face,
  { across, down }: Bleed,
) {
  const [slipX, slipY] = slips[plate] ?? [0, 0]
  const radians = (placed.turn * Math.PI) / 180
  const [s, c] = [Math.sin(radians), Math.cos(radians)]
  const flip = placed.mirror ? -1 : 1
  const [ox, oy] = [placed.x + slipX, placed.y + slipY]
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const u of [bounds.left, bounds.right]) {
    for (const v of [bounds.top, bounds.bottom]) {
      const x = ox + (flip * u * c - v * s) * scale
      const y = oy + (flip * u * s + v * c) * scale
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
    }
  }
  x0 = Math.max(Math.floor(x0), Math.floor(within.left) - 6, 0)
  y0 = Math.max(Math.floor(y0), Math.floor(within.top) - 6, 0)
  x1 = Math.min(Math.ceil(x1), Math.ceil(within.right) + 6, width)
  y1 = Math.min(Math.ceil(y1), Math.ceil(within.bottom) + 6, height)
  // Dye creeps over the edge of the covering paper as it does over the block's.
  const [leftmost, rightmost] = [within.left - ox, within.right - ox]
  const [topmost, lowest] = [within.top - oy, within.bottom - oy]
  const [mw, mh] = [mask.width, mask.height]
  const [mx, my] = [-bounds.left * scale, -bounds.top * scale]
  const [leanX, leanY] = [(lean[0] * 2) / mw, (lean[1] * 2) / mh]
  for (let y = y0; y < y1; y++) {
    const noiseRow = (y & wrap) * tile
    for (let x = x0; x < x1; x++) {
      // A run of pixels that no wood comes near is passed over whole.
      if (((x - x0) & (run - 1)) === 0) {
        const [ahead, below] = [x - ox + run / 2, y - oy]
        const column = (flip * (ahead * c + below * s) + mx) >> 4
        const row = (below * c - ahead * s + my) >> 4
        const near =
          column >= -1 &&
          column <= wide &&
          row >= -1 &&
          row <= high &&
          wood[
            Math.min(Math.max(row, 0), high - 1) * wide + Math.min(Math.max(column, 0), wide - 1)
          ]
        if (!near) {
          x += run - 1
          continue
        }
      }
      const creep = noiseRow + (x & wrap)
      const dx = x - ox + across[creep]!
      const dy = y - oy + down[creep]!
      if (dx < leftmost || dx > rightmost || dy < topmost || dy > lowest) continue
      const u = flip * (dx * c + dy * s) + mx
      const v = dy * c - dx * s + my
      if (u < 0 || v < 0 || u >= mw - 1 || v >= mh - 1) continue
      const [iu, iv] = [u | 0, v | 0]
      const at = iv * mw + iu
      const [a, b, d, e] = [face[at]!, face[at + 1]!, face[at + mw]!, face[at + mw + 1]!]
      if (a + b + d + e === 0) continue
      const [fu, fv] = [u - iu, v - iv]
      const top = a + (b - a) * fu
      const cover = top + (d + (e - d) * fu - top) * fv
      const load = weight + leanX * (u - mw / 2) + leanY * (v - mh / 2)
      const value = cover * Math.min(load, 1)
      const there = y * width + x
      const before = onto[there]!
      // Dye on dye of the same bath darkens a little, but the cloth can hold only so much.
      onto[there] = before ? before + value - (before * value) / 255 : value
    }
  }
}
