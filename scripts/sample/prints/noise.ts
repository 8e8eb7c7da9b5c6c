/**
 * Tiles of unevenness that repeat without a seam, read by the cloth, the dye and the block's edge.
 */
import { mulberry } from './random.ts'

/** Side of a tile in pixels; a power of two, so that a mask wraps it. */
export const tile = 512
export const wrap = tile - 1

/** Smooth value noise, 0 to 1, whose grains are `tile / cells` pixels, summed over octaves. */
export function noiseTile(seed: number, cells: number, octaves: number): Float32Array {
  const field = new Float32Array(tile * tile)
  const next = mulberry(seed)
  let strength = 1
  let total = 0
  for (let octave = 0, count = cells; octave < octaves; octave++, count *= 2) {
    const lattice = Float32Array.from({ length: count * count }, next)
    addOctave(field, lattice, count, strength)
    total += strength
    strength *= 0.5
  }
  for (let i = 0; i < field.length; i++) field[i] = field[i]! / total
  return field
}

function addOctave(field: Float32Array, lattice: Float32Array, count: number, strength: number) {
  const cell = tile / count
  const low = new Int32Array(tile)
  const part = new Float32Array(tile)
  for (let i = 0; i < tile; i++) {
    const at = i / cell
    low[i] = Math.floor(at)
    const t = at - low[i]!
    part[i] = t * t * (3 - 2 * t)
  }
  const row = new Float32Array(count + 1)
  for (let y = 0; y < tile; y++) {
    const above = low[y]! * count
    const below = ((low[y]! + 1) % count) * count
    const ty = part[y]!
    for (let k = 0; k < count; k++) {
      row[k] = lattice[above + k]! + (lattice[below + k]! - lattice[above + k]!) * ty
    }
    row[count] = row[0]!
    for (let x = 0, at = y * tile; x < tile; x++, at++) {
      const k = low[x]!
      field[at] = field[at]! + (row[k]! + (row[k + 1]! - row[k]!) * part[x]!) * strength
    }
  }
}
