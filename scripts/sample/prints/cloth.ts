/** The cloth and what the dyes make of it, pixel by pixel. */
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
  const [grain, blotch, cloud] = [
    noiseTile(seed ^ 1, 128, 2),
    noiseTile(seed ^ 2, 24, 3),
    noiseTile(seed ^ 3, 3, 3),
  ]
  const crack = dyeing.inks.resist ? crackle(seed) : undefined
  const used = plates.filter((plate) => printed[plate])
  const layers = used.map((plate) => ({
    plate,
    ink: printed[plate]!,
    soft: softened(printed[plate]!, width, height),
    table: strengths(dyeing.inks[plate]!),
    ox: Math.floor(next() * tile),
    oy: Math.floor(next() * tile),
  }))
  const [softWidth] = [Math.ceil(width / 8) + 1]
  const out = Buffer.allocUnsafe(width * height * 3)
  const [clothR, clothG, clothB] = dyeing.cloth
  for (let y = 0, at = 0; y < height; y++) {
    const sy = y >> 3
    const wy = (y & 7) / 8
    for (let x = 0; x < width; x++, at++) {
      const thread = weave[((y & (piece - 1)) * piece) | (x & (piece - 1))]!
      const light = cloud[(((y >> 3) & wrap) << 9) | ((x >> 3) & wrap)]!
      const shade = 0.93 + thread * 0.075 + (light - 0.5) * 0.11
      let [r, g, b] = [clothR * shade, clothG * shade, clothB * shade]
      for (const layer of layers) {
        const raw = layer.ink[at]!
        const bath = layer.plate === 'resist'
        if (raw === 0 && !bath) continue
        const there = (((y + layer.oy) & wrap) << 9) | ((x + layer.ox) & wrap)
        const patch = blotch[there]!
        const fine = grain[there]!
        let load = raw / 255
        if (bath) {
          // Paste keeps the bath out, but it cracks, and the bath finds its way in.
          const leak = crack![there]! * patch
          const paste = load * 1.9 - fine * 0.3 - (1 - patch) * 0.55
          load = 1 - (paste <= 0 ? 0 : Math.min(paste, 1)) * (1 - leak)
          load *= 0.86 + (patch - 0.5) * 0.3 + (light - 0.5) * 0.5 + (thread - 0.5) * 0.16
        } else {
          const s = sy * softWidth + (x >> 3)
          const wx = (x & 7) / 8
          const s0 = layer.soft[s]! + (layer.soft[s + 1]! - layer.soft[s]!) * wx
          const s1 =
            layer.soft[s + softWidth]! +
            (layer.soft[s + softWidth + 1]! - layer.soft[s + softWidth]!) * wx
          const inner = (s0 + (s1 - s0) * wy) / 255
          // Dry dye takes on the crowns of the threads only; a pressed edge holds more than a middle.
          const take = load * 1.62 - 0.3 - (1 - thread) * 0.42 - fine * 0.36 + (patch - 0.5) * 0.5
          const held = take <= 0 ? 0 : take >= 0.5 ? 1 : take * 2
          load *= held * (0.84 + (patch - 0.5) * 0.5 + (1 - inner) * 0.2)
        }
        const level = load <= 0 ? 0 : load >= 1.2 ? 255 : (load * 212.5) | 0
        r *= layer.table[level * 3]!
        g *= layer.table[level * 3 + 1]!
        b *= layer.table[level * 3 + 2]!
      }
      out[at * 3] = Math.min(r, 255)
      out[at * 3 + 1] = Math.min(g, 255)
      out[at * 3 + 2] = Math.min(b, 255)
    }
  }
  return out
}

/** What a dye lets through at 256 loads from none to 1.2 of full strength. */
function strengths(dye: Colour): Float32Array {
  const table = new Float32Array(256 * 3)
  for (let i = 0; i < 256; i++) {
    for (let k = 0; k < 3; k++) table[i * 3 + k] = (dye[k]! / 255) ** ((i / 255) * 1.2)
  }
  return table
}

/** Means of squares of eight pixels, to tell the middle of an inked area from its edge. */
function softened(ink: Uint8Array, width: number, height: number): Float32Array {
  const [w, h] = [Math.ceil(width / 8) + 1, Math.ceil(height / 8) + 2]
  const soft = new Float32Array(w * h)
  for (let y = 0; y < height; y++) {
    const row = (y >> 3) * w
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const there = row + (x >> 3)
      soft[there] = soft[there]! + ink[at]! / 64
    }
  }
  return soft
}

/** Side of a piece of weave in pixels, after which its threads come again; a power of two. */
const piece = 1024

/** Plain weave, 0 in the gaps to 1 on the crowns; threads vary, and some are slubbed. */
function weaving(seed: number): Float32Array {
  const next = mulberry(seed ^ 0x77)
  // An even number of threads, so that over and under still alternate where the piece repeats.
  const threads = 198
  const pitch = piece / threads
  const spun = () => Float32Array.from({ length: threads }, () => 0.72 + next() * 0.36)
  const [warps, wefts] = [spun(), spun()]
  const wander = noiseTile(seed ^ 0x78, 16, 2)
  const thick = noiseTile(seed ^ 0x79, 32, 2)
  const profile = Float32Array.from({ length: 64 }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / 64))
  const cloth = new Float32Array(piece * piece)
  for (let y = 0, at = 0; y < piece; y++) {
    for (let x = 0; x < piece; x++, at++) {
      const sway = wander[((y & wrap) << 9) | (x & wrap)]! * 5
      const across = ((x + sway) / pitch) % threads
      const down = ((y + sway) / pitch) % threads
      const [i, j] = [across | 0, down | 0]
      const over = (i + j) & 1
      const [crown, along] = over ? [across - i, down - j] : [down - j, across - i]
      // Thickness changes slowly along a thread, and at once from one thread to the next.
      const swell = over
        ? thick[((y >> 3) << 9) | ((i * 37) & wrap)]!
        : thick[(((j * 41) & wrap) << 9) | (x >> 3)]!
      const body = (over ? warps[i]! : wefts[j]!) * (0.72 + swell * 0.56)
      const height =
        (0.35 + 0.65 * profile[(crown * 64) | 0]!) * (0.62 + 0.38 * profile[(along * 64) | 0]!)
      cloth[at] = body * height
    }
  }
  for (let count = 0; count < 70; count++) slub(cloth, next)
  return cloth
}

/** A stretch of thread that was spun thick, in warp or weft. */
function slub(cloth: Float32Array, next: () => number) {
  const upright = next() < 0.3
  const [along, across] = [Math.floor(next() * piece), Math.floor(next() * piece)]
  const length = 40 + next() * 150
  const strength = 0.12 + next() * 0.26
  for (let i = 0; i < length; i++) {
    const swell = strength * Math.sin((Math.PI * i) / length)
    for (let k = -3; k <= 3; k++) {
      const [u, v] = [(along + i) & (piece - 1), (across + k) & (piece - 1)]
      const at = upright ? u * piece + v : v * piece + u
      cloth[at] = cloth[at]! + swell * (1 - Math.abs(k) / 4)
    }
  }
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
