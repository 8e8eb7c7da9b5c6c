/** What the dyes make of the cloth, pixel by pixel. */
import { piece, weaving } from './cloth.ts'
import { noiseTile, tile, wrap } from './noise.ts'
import { plates } from './pen.ts'
import type { Colour } from './pigments.ts'
import type { Plan } from './plan.ts'
import type { Printed } from './press.ts'
import { hashOf, mulberry } from './random.ts'

/** Lays the dyes on woven cloth: three bytes a pixel, red, green, blue. */
export function dyed(plan: Plan, printed: Printed): Buffer {
  const { width, height, dyeing } = plan
  const seed = hashOf(`${plan.seed} cloth`)
  const next = mulberry(seed)
  const weave = weaving(seed)
  const grain = noiseTile(seed ^ 1, 128, 2)
  const blotch = noiseTile(seed ^ 2, 24, 3)
  const cloud = noiseTile(seed ^ 3, 3, 3)
  const cracks = dyeing.inks.resist ? crackle(seed) : grain
  const layers = plates
    .filter((plate) => printed[plate])
    .map((plate) => ({
      bath: plate === 'resist',
      ink: printed[plate]!,
      soft: softened(printed[plate]!, width, height),
      table: strengths(dyeing.inks[plate]!),
      ox: Math.floor(next() * tile),
      oy: Math.floor(next() * tile),
    }))
  const softWidth = softWidthOf(width)
  const out = Buffer.allocUnsafe(width * height * 3)
  const [clothR, clothG, clothB] = dyeing.cloth
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const thread = weave[((y & (piece - 1)) * piece) | (x & (piece - 1))]!
      // Daylight from a window: slow, and never quite even.
      const light = cloud[(((y >> 3) & wrap) << 9) | ((x >> 3) & wrap)]! - 0.5
      const shade = 0.93 + thread * 0.075 + light * 0.11
      let [r, g, b] = [clothR * shade, clothG * shade, clothB * shade]
      for (const { bath, ink, soft, table, ox, oy } of layers) {
        const raw = ink[at]!
        if (raw === 0 && !bath) continue
        const there = (((y + oy) & wrap) << 9) | ((x + ox) & wrap)
        const patch = blotch[there]! - 0.5
        const fine = grain[there]!
        const load = bath
          ? steeped(raw / 255, thread, fine, patch, cracks[there]!) * (1 + light * 0.5)
          : pressed(raw / 255, thread, fine, patch, blend(soft, softWidth, x, y) / 255)
        const level = load <= 0 ? 0 : load >= 1.2 ? 255 : (load * 212.5) | 0
        r *= table[level * 3]!
        g *= table[level * 3 + 1]!
        b *= table[level * 3 + 2]!
      }
      out[at * 3] = Math.min(r, 255)
      out[at * 3 + 1] = Math.min(g, 255)
      out[at * 3 + 2] = Math.min(b, 255)
    }
  }
  return out
}

/**
 * How much dye a pressed block leaves. Dry dye takes on the crowns of the threads only; the edge of
 * an area, where the wood squeezes the dye out, holds more than its middle.
 */
function pressed(load: number, thread: number, fine: number, patch: number, middle: number) {
  const take = load * 1.62 - 0.3 - (1 - thread) * 0.42 - fine * 0.36 + patch * 0.5
  const held = take <= 0 ? 0 : Math.min(1, take * 2)
  return load * held * (0.84 + patch * 0.5 + (1 - middle) * 0.2)
}

/**
 * How much dye the bath leaves where there is so much paste; paste cracks, and is nowhere perfect.
 */
function steeped(paste: number, thread: number, fine: number, patch: number, crack: number) {
  const keep = paste * 1.9 - fine * 0.3 - (0.5 - patch) * 0.55
  const open = 1 - Math.max(0, Math.min(1, keep)) * (1 - crack * (patch + 0.5))
  return open * (0.86 + patch * 0.3 + (thread - 0.5) * 0.16)
}

/** What a dye lets through at 256 loads from none to 1.2 of full strength. */
function strengths(dye: Colour): Float32Array {
  const table = new Float32Array(256 * 3)
  for (let i = 0; i < 256; i++) {
    for (let k = 0; k < 3; k++) table[i * 3 + k] = (dye[k]! / 255) ** ((i / 255) * 1.2)
  }
  return table
}

const softWidthOf = (width: number) => Math.ceil(width / 8) + 1

/** Means of squares of eight pixels, to tell the middle of an inked area from its edge. */
function softened(ink: Uint8Array, width: number, height: number): Float32Array {
  const across = softWidthOf(width)
  const soft = new Float32Array(across * (Math.ceil(height / 8) + 2))
  for (let y = 0; y < height; y++) {
    const row = (y >> 3) * across
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const there = row + (x >> 3)
      soft[there] = soft[there]! + ink[at]! / 64
    }
  }
  return soft
}

function blend(soft: Float32Array, across: number, x: number, y: number): number {
  const at = (y >> 3) * across + (x >> 3)
  const [u, v] = [(x & 7) / 8, (y & 7) / 8]
  const above = soft[at]! + (soft[at + 1]! - soft[at]!) * u
  const below = soft[at + across]! + (soft[at + across + 1]! - soft[at + across]!) * u
  return above + (below - above) * v
}

/** Cracks of dry paste: the borders between cells about points strewn on a tile, in some places. */
function crackle(seed: number): Float32Array {
  const next = mulberry(seed ^ 0x91)
  const side = 8
  const cell = tile / side
  const strewn = Array.from({ length: side * side }, (_, i) => [
    ((i % side) + 0.1 + 0.8 * next()) * cell,
    (Math.floor(i / side) + 0.1 + 0.8 * next()) * cell,
  ])
  const where = noiseTile(seed ^ 0x92, 4, 2)
  const waver = noiseTile(seed ^ 0x93, 32, 2)
  const cracks = new Float32Array(tile * tile)
  for (let y = 0; y < tile; y++) {
    for (let x = 0; x < tile; x++) {
      const at = y * tile + x
      const place = where[at]! * 3 - 1.35
      if (place <= 0) continue
      const [px, py] = [x + waver[at]! * 22, y + waver[(at + 9000) & (tile * tile - 1)]! * 22]
      const [i, j] = [Math.floor(px / cell), Math.floor(py / cell)]
      let [first, second] = [Infinity, Infinity]
      for (let v = j - 1; v <= j + 1; v++) {
        for (let u = i - 1; u <= i + 1; u++) {
          const [sx, sy] = strewn[((v + side) % side) * side + ((u + side) % side)]!
          const dx = sx! + Math.floor(u / side) * tile - px
          const dy = sy! + Math.floor(v / side) * tile - py
          const away = Math.sqrt(dx * dx + dy * dy)
          if (away < first) {
            second = first
            first = away
          } else if (away < second) second = away
        }
      }
      const near = 1 - (second - first) / 2.6
      if (near > 0) cracks[at] = near * Math.min(1, place)
    }
  }
  return cracks
}
