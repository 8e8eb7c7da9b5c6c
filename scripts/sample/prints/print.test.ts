import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPrint, dyes, motifs, type PrintRequest, printSvg } from './print.ts'
import { carry, type Group, type Isometry, type Layout, orbit, type Placement } from './symmetry.ts'
import { type Way, ways } from './ways.ts'

const request = (change: Partial<PrintRequest> = {}): PrintRequest => ({
  seed: 'a-well',
  motif: 'buta',
  dye: 'indigo',
  width: 300,
  height: 200,
  composition: 'allover',
  ...change,
})

describe('printSvg', () => {
  it('draws the same print for the same request', () => {
    for (const motif of ['buta', 'wave', 'star'] as const) {
      expect(printSvg(request({ motif }))).toBe(printSvg(request({ motif })))
    }
  })

  it('draws another print for another seed', () => {
    expect(printSvg(request())).not.toBe(printSvg(request({ seed: 'another-well' })))
  })

  it.each(motifs)('draws %s well formed in both compositions', (motif) => {
    for (const composition of ['allover', 'roundel'] as const) {
      const svg = printSvg(request({ motif, composition, dye: dyes[motif.length]! }))
      expect(unclosed(svg)).toEqual([])
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    }
  })

  it('can be read as a picture of the size that was asked for', async () => {
    for (const composition of ['allover', 'roundel'] as const) {
      const svg = printSvg(request({ composition, width: 240, height: 240 }))
      const { format, width, height } = await sharp(Buffer.from(svg)).metadata()
      expect({ format, width, height }).toEqual({ format: 'svg', width: 240, height: 240 })
    }
  })
})

describe('drawPrint', () => {
  it('gives a JPEG of the size that was asked for, the same each time', async () => {
    for (const dye of ['indigo', 'turmeric'] as const) {
      const once = await drawPrint(request({ dye }))
      const { format, width, height } = await sharp(once).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 300, height: 200 })
      expect(once.equals(await drawPrint(request({ dye })))).toBe(true)
    }
  })
})

describe('layouts', () => {
  const orders: Record<Group, number> = {
    p1: 1,
    p2: 2,
    pm: 2,
    pg: 2,
    cm: 2,
    pmm: 4,
    pgg: 4,
    cmm: 4,
    p4: 4,
    p4m: 8,
    p4g: 8,
    p6: 6,
  }
  const names = Object.keys(ways) as Way[]

  it.each(names)('%s: every symmetry of the group takes the layout to itself', (name) => {
    for (const [w, h, r] of [
      [200, 130, 0],
      [120, 210, 24],
      [160, 160, 30],
    ] as const) {
      const layout: Layout = ways[name](w, h, r)
      const all = orbit(layout, layout.seat, square(2600), 0)
      const near = orbit(layout, layout.seat, square(500), 0)
      expect(near.length).toBeGreaterThan(4)
      const [[ux, uy], [vx, vy]] = layout.lattice
      const shifts: Isometry[] = [
        { x: ux, y: uy, turn: 0, mirror: false },
        { x: vx, y: vy, turn: 0, mirror: false },
      ]
      // Where a seat lies on mirrors, the motif there is eightfold and looks the same from all
      // sides.
      const eightfold = layout.group === 'p4m' || name === 'lozenges'
      for (const symmetry of [...layout.cosets, ...shifts]) {
        for (const placed of near) {
          const image = carry(symmetry, placed)
          expect(all.some((other) => alike(other, image, eightfold))).toBe(true)
        }
      }
    }
  })

  it.each(names)('%s: its symmetries are a group of the right order', (name) => {
    const { group, cosets, lattice } = ways[name](190, 140, 20)
    expect(cosets).toHaveLength(orders[group])
    for (const one of cosets) {
      for (const other of cosets) {
        const both = carry(one, other)
        expect(cosets.some((coset) => sameCoset(coset, both, lattice))).toBe(true)
      }
    }
  })
})

const square = (half: number) => ({ left: -half, right: half, top: -half, bottom: half })

const sameTurn = (one: number, other: number, period: number) => {
  const apart = (((one - other) % period) + period) % period
  return apart < 1e-6 || period - apart < 1e-6
}

function alike(one: Placement, other: Placement, eightfold: boolean): boolean {
  if (Math.hypot(one.x - other.x, one.y - other.y) > 0.01) return false
  if (eightfold) return sameTurn(one.turn, other.turn, 45)
  return one.mirror === other.mirror && sameTurn(one.turn, other.turn, 360)
}

function sameCoset(one: Isometry, other: Isometry, lattice: Layout['lattice']) {
  const [[ux, uy], [vx, vy]] = lattice
  const area = ux * vy - uy * vx
  const [dx, dy] = [one.x - other.x, one.y - other.y]
  const parts = [(dx * vy - dy * vx) / area, (dy * ux - dx * uy) / area]
  const whole = parts.every((part) => Math.abs(part - Math.round(part)) < 1e-6)
  return whole && one.mirror === other.mirror && sameTurn(one.turn, other.turn, 360)
}

/** The tags left open, or the one that closes what was not opened. */
function unclosed(xml: string): string[] {
  const open: string[] = []
  for (const [, closing, name, , empty] of xml.matchAll(
    /<(\/?)([\w-]+)((?:\s[\w-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closing) {
      if (open.pop() !== name) return [`</${name}>`]
    } else if (!empty) open.push(name!)
  }
  const rest = xml.replace(/<(\/?)([\w-]+)((?:\s[\w-]+="[^"<]*")*)\s*(\/?)>/g, '')
  return /[<>&]/.test(rest) ? ['stray markup'] : open
}
