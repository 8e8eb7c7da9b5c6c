/** Finds the empty places between motifs, where printers set their small filling blocks. */
import type { Point } from './curve.ts'
import { type Layout, move, orbit, type Placement } from './symmetry.ts'

/** `room` is the radius (pixels) that is free about the place. */
type Hollow = { readonly seat: Placement; readonly room: number }

/** What lies on the cloth already: points of a block in pixels about its seat. */
type Taken = { readonly seat: Placement; readonly outline: readonly Point[] }

/**
 * The roomiest places of one repeat, best first: at most `most`, none with less room than `least`.
 * Each place found keeps the layout's symmetry: where its images crowd together it moves to the
 * point that they share.
 */
export function hollowsOf(
  layout: Layout,
  taken: readonly Taken[],
  least: number,
  most: number,
): Hollow[] {
  const [[ux, uy], [vx, vy]] = layout.lattice
  const span = Math.abs(ux) + Math.abs(vx) + Math.abs(uy) + Math.abs(vy)
  const region = {
    left: Math.min(0, ux, vx, ux + vx),
    right: Math.max(0, ux, vx, ux + vx),
    top: Math.min(0, uy, vy, uy + vy),
    bottom: Math.max(0, uy, vy, uy + vy),
  }
  const wood = taken.flatMap(({ seat, outline }) =>
    orbit(layout, seat, region, span * 0.4).flatMap((placed) =>
      outline.map((point) => move(placed, point)),
    ),
  )
  // Flat arrays, since every place asks after every point.
  const xs = Float64Array.from(wood, ([x]) => x)
  const ys = Float64Array.from(wood, ([, y]) => y)
  const fillers: (readonly [x: number, y: number, radius: number])[] = []

  const clear = (x: number, y: number) => {
    let square = Infinity
    for (let i = 0; i < xs.length; i++) {
      const [dx, dy] = [xs[i]! - x, ys[i]! - y]
      const away = dx * dx + dy * dy
      if (away < square) square = away
    }
    return fillers.reduce(
      (room, [px, py, radius]) => Math.min(room, Math.hypot(px - x, py - y) - radius),
      Math.sqrt(square),
    )
  }
  const steps = 22
  let grid = Array.from({ length: steps * steps }, (_, i) => {
    const [s, t] = [(i % steps) / steps, Math.floor(i / steps) / steps]
    const [x, y] = [s * ux + t * vx, s * uy + t * vy]
    return { x, y, room: clear(x, y) }
  })

  const hollows: Hollow[] = []
  while (hollows.length < most) {
    const best = grid.reduce((roomiest, place) => (place.room > roomiest.room ? place : roomiest))
    if (best.room < least) break
    const [x, y] = settle(layout, best, best.room, region, span)
    const images = orbit(layout, at(x, y), region, span * 0.5)
    const apart = images.reduce((least, image) => {
      const reach = Math.hypot(image.x - x, image.y - y)
      return reach > 1 ? Math.min(least, reach / 2) : least
    }, Infinity)
    const room = Math.min(clear(x, y), apart)
    if (room >= least) hollows.push({ seat: at(x, y), room })
    const used = Math.max(room, least)
    for (const image of images) fillers.push([image.x, image.y, used])
    grid = grid.map((place) => {
      const reach = images.reduce(
        (nearest, image) =>
          Math.min(nearest, Math.hypot(image.x - place.x, image.y - place.y) - used),
        place.room,
      )
      return { ...place, room: reach }
    })
  }
  return hollows
}
const at = (x: number, y: number): Placement => ({ x, y, turn: 0, mirror: false })

/** Moves a place to the point its near images share, so that a filler does not meet itself. */
function settle(
  layout: Layout,
  from: { x: number; y: number },
  room: number,
  region: Parameters<typeof orbit>[2],
  span: number,
): Point {
  let [x, y] = [from.x, from.y]
  for (let round = 0; round < 3; round++) {
    const near = orbit(layout, at(x, y), region, span * 0.5).filter(
      (image) => Math.hypot(image.x - x, image.y - y) < room * 1.3,
    )
    if (!near.length) break
    x = near.reduce((sum, place) => sum + place.x / near.length, 0)
    y = near.reduce((sum, place) => sum + place.y / near.length, 0)
  }
  return [x, y]
}
