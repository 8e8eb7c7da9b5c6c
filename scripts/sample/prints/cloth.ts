/** The bare cloth. */
import { noiseTile, wrap } from './noise.ts'
import { mulberry } from './random.ts'

/** Side of a piece of weave in pixels, after which its threads come again; a power of two. */
export const piece = 1024

/** Plain weave, 0 in the gaps to 1 on the crowns; threads vary, and some are slubbed. */
export function weaving(seed: number): Float32Array {
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
