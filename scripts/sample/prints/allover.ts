/** A cloth covered with one motif in repeat, small fillings between, and on some cloths an edge. */
import { type Block, makeBlock, reachOf, scuffed } from './block.ts'
import { type Edge, edgeBlock, railBlock } from './border.ts'
import type { Point } from './curve.ts'
import { type Filler, fillers } from './fillers.ts'
import { hollowsOf } from './hollows.ts'
import { drawings, type Motif, waysOf } from './motifs.ts'
import type { Plate } from './pen.ts'
import type { Dyeing } from './pigments.ts'
import { handOf, type Impression } from './plan.ts'
import type { Random } from './random.ts'
import { type Layout, move, orbit, type Placement, type Region } from './symmetry.ts'
import { type Way, ways } from './ways.ts'

type Field = { width: number; height: number; motif: Motif; dyeing: Dyeing; random: Random }

export function allover({ width, height, motif, dyeing, random }: Field) {
  const { manner, inks } = dyeing
  const drawing = drawings[motif]
  const blocks: Block[] = []
  const impressions: Impression[] = []
  const stamp = handOf(random, Object.keys(inks) as Plate[], 1)
  // The cloth goes on beyond the picture.
  const cloth = { left: -20, top: -20, right: width + 20, bottom: height + 20 }
  // Sizes are stated for a cloth 2400 pixels wide.
  const unit = width / 2400

  const edge = edgeOf(random)
  const field = edge ? fieldBeside(edge, cloth, unit) : cloth
  const middle = { x: (field.left + field.right) / 2, y: (field.top + field.bottom) / 2 }
  const about = {
    left: field.left - middle.x,
    right: field.right - middle.x,
    top: field.top - middle.y,
    bottom: field.bottom - middle.y,
  }
  const print = (block: Block, layout: Layout, seat: Placement) => {
    blocks.push(block)
    for (const placed of orbit(layout, seat, about, reachOf(block) * block.scale)) {
      const there = { ...placed, x: placed.x + middle.x, y: placed.y + middle.y }
      impressions.push(stamp(blocks.length - 1, there, field))
    }
  }

  const carved = makeBlock(
    manner,
    1,
    (pen) => drawing.draw(pen, random, 'allover'),
    drawing.joined ? sawnAt(drawing.joined) : {},
  )
  const { left, right, top, bottom } = carved.bounds
  const [wide, high] = [drawing.joined ?? right - left - 18, bottom - top - 18]
  const size = Math.sqrt(wide * high)
  const way = random.pick(waysOf[motif])
  const scale = (random.between(350, 500) / size) * (smaller[way] ?? 1) * unit
  const air = random.between(0.09, 0.2) * size
  const railed = random.chance(0.4)
  const rail = railBlock(random, wide)
  const layout: Layout = ways[way](
    (wide + (drawing.joined ? 0 : air)) * scale,
    (high + air) * scale,
    railed ? rail.height * scale : 0,
  )
  const main = { ...carved, scale }
  // Motifs are seated by the middle of their wood; eightfold ones by their centre, or mirrors
  // break.
  const lopsided = Math.hypot(left + right, top + bottom) > 4
  const aside: Point = lopsided
    ? [(-(left + right) / 2) * scale, (-(top + bottom) / 2) * scale]
    : [0, 0]
  const [x, y] = move(layout.seat, aside)
  const seat = { ...layout.seat, x, y }
  const proud = random.chance(0.4)
  print(proud ? scuffed(main, Object.keys(inks)[0] as Plate, random) : main, layout, seat)

  const scaled = (block: Block) => block.outline.map(([x, y]) => [x * scale, y * scale] as const)
  const taken = [{ seat, outline: scaled(main) }]
  if (railed) {
    for (const { seat, length } of layout.rails ?? []) {
      const block = makeBlock(manner, scale, (pen) => rail.draw(pen, length / scale))
      print(block, layout, seat)
      taken.push({ seat, outline: scaled(block) })
    }
  }
  const choice = fillers.map((kind) => random.pick(kind))
  const fold = layout.group === 'p6' ? 6 : 8
  const fullness = random.between(0.66, 1)
  for (const { seat, room } of hollowsOf(layout, taken, 9 * scale, random.whole(3, 8))) {
    const [filler, radius] = fitting(choice, (room / scale - 3) * fullness)
    print(
      makeBlock(manner, scale, (pen) => filler(pen, radius, fold)),
      layout,
      seat,
    )
  }

  if (edge) {
    const block = makeBlock(manner, edgeScale * unit, edge.edge.draw, sawnAt(edge.edge.width))
    blocks.push(block)
    for (const placed of alongSides(edge, width, height, unit, random)) {
      impressions.push(stamp(blocks.length - 1, placed, cloth))
    }
  }
  return { blocks, impressions }
}

/** A hair wider than its pitch, or the cloth would show between two blocks. */
const sawnAt = (width: number) => ({ left: -width / 2 - 0.7, right: width / 2 + 0.7 })

// What is seen of these is the wheel, which has to come round more than once in a picture.
const smaller: Partial<Record<Way, number>> = { sixes: 0.66, pinwheels: 0.84, kerchief: 0.9 }

type Side = 'top' | 'bottom' | 'left'
/** `margin` is the plain cloth outside the edge, in pixels of a cloth 2400 wide. */
type LaidEdge = { edge: Edge; sides: readonly Side[]; margin: number }
const edgeScale = 1.95

function edgeOf(random: Random): LaidEdge | undefined {
  const kind = random.between(0, 1)
  const [full, narrow] = [edgeBlock(random, true), edgeBlock(random, false)]
  const margin = random.between(6, 46)
  if (kind < 0.5) return undefined
  if (kind < 0.82) return { edge: full, sides: ['bottom'], margin }
  if (kind < 0.91) return { edge: full, sides: ['left'], margin }
  return { edge: narrow, sides: ['top', 'bottom'], margin }
}

function fieldBeside({ edge, sides, margin }: LaidEdge, cloth: Region, unit: number): Region {
  const deep = (edge.height * edgeScale + margin) * unit + 20
  return {
    ...cloth,
    left: cloth.left + (sides.includes('left') ? deep : 0),
    top: cloth.top + (sides.includes('top') ? deep : 0),
    bottom: cloth.bottom - (sides.includes('bottom') ? deep : 0),
  }
}

/** Where the edge's block is put down, side by side, its upper edge towards the field. */
function alongSides(
  { edge, sides, margin }: LaidEdge,
  width: number,
  height: number,
  unit: number,
  random: Random,
): Placement[] {
  const long = edge.width * edgeScale * unit
  const away = ((edge.height / 2) * edgeScale + margin) * unit
  return sides.flatMap((side) => {
    const extent = side === 'left' ? height : width
    const start = random.between(-0.5, 0) * long
    const count = Math.ceil((extent - start) / long)
    return Array.from({ length: count }, (_, i): Placement => {
      const run = start + (i + 0.5) * long
      if (side === 'left') return { x: away, y: run, turn: 90, mirror: false }
      if (side === 'top') return { x: run, y: away, turn: 180, mirror: false }
      return { x: run, y: height - away, turn: 0, mirror: false }
    })
  })
}

/** The largest filling block that a place has room for, and its size there. */
function fitting([ample, moderate, small]: readonly Filler[], radius: number): [Filler, number] {
  if (radius > 22) return [ample!, radius > 60 ? 56 : Math.min(radius, 37)]
  if (radius > 9.5) return [moderate!, Math.min(radius, 17)]
  return [small!, Math.min(radius, 7)]
}
