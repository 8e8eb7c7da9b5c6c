/**
 * The ways of laying out, by the printer's names. `w` and `h` are a motif's width and height in
 * pixels with the room it needs, `r` the room for a band between motifs where one runs; each way
 * seats one motif so that its images keep clear of it.
 */
import type { Point } from './curve.ts'
import { angles, type Layout, level, still, turned, upright } from './symmetry.ts'

const rectangle = (width: number, height: number): [Point, Point] => [at(width, 0), at(0, height)]
const centred = (width: number, height: number): [Point, Point] => [
  at(width / 2, height / 2),
  at(0, height),
]
const at = (x: number, y: number): Point => [x, y]
const four = [still, upright(), level(), turned(180)]
const eight = [...angles(4), ...angles(4).map(({ turn }) => ({ ...upright(), turn }))]
const across = (x: number, y: number, length: number) => ({ seat: turned(0, x, y), length })
const down = (x: number, y: number, length: number) => ({ seat: turned(90, x, y), length })

type LayOut = (w: number, h: number, r: number) => Layout
const p1 = { group: 'p1', cosets: [still], seat: still } as const

export const ways = {
  rows: (w, h, r) => ({
    ...p1,
    lattice: rectangle(w, h + r),
    rails: [across(0, (h + r) / 2, w)],
  }),
  halfDrop: (w, h, r) => ({
    ...p1,
    lattice: [at(w + r, h / 2), at(0, h)],
    rails: [down((w + r) / 2, 0, h)],
  }),
  brick: (w, h, r) => ({
    ...p1,
    lattice: [at(w, 0), at(w / 2, h + r)],
    rails: [across(0, (h + r) / 2, w)],
  }),
  /** Columns half dropped, facing this way and that. */
  glidingColumns: (w, h, r) => ({
    group: 'pg',
    lattice: rectangle((w + r) * 2, h),
    cosets: [still, upright(0, h / 2)],
    seat: turned(0, (w + r) / 2, 0),
    rails: [down(0, 0, h / 2), down(w + r, 0, h / 2)],
  }),
  /** Rows that face this way and that, as an ox ploughs. */
  glidingRows: (w, h, r) => ({
    group: 'pg',
    lattice: rectangle(w, (h + r) * 2),
    cosets: [still, upright(0, h + r)],
    seat: turned(0, w / 4, 0),
    rails: [across(w / 4, (h + r) / 2, w)],
  }),
  facingPairs: (w, h, r) => ({
    group: 'pm',
    lattice: rectangle(w * 2, h + r),
    cosets: [still, upright()],
    seat: turned(0, w / 2, 0),
    rails: [across(w / 2, (h + r) / 2, w)],
  }),
  facingHalfDrop: (w, h) => ({
    group: 'cm',
    lattice: centred(w * 4, h),
    cosets: [still, upright()],
    seat: turned(0, w / 2, 0),
  }),
  headToTail: (w, h, r) => ({
    group: 'p2',
    lattice: rectangle((w + r) * 2, h),
    cosets: [still, turned(180)],
    seat: turned(0, (w + r) / 2, 0),
    rails: [down(0, 0, h), down(w + r, 0, h)],
  }),
  allFour: (w, h, r) => ({
    group: 'pmm',
    lattice: rectangle(w * 2, (h + r) * 2),
    cosets: four,
    seat: turned(0, w / 2, -(h + r) / 2),
    rails: [across(w / 2, 0, w), across(w / 2, h + r, w)],
  }),
  allFourHalfDrop: (w, h) => ({
    group: 'cmm',
    lattice: centred(w * 4, h * 2),
    cosets: four,
    seat: turned(0, w / 2, -h / 2),
  }),
  turnabout: (w, h) => ({
    group: 'pgg',
    lattice: rectangle(w * 2, h * 2),
    cosets: [still, turned(180), level(w, h), upright(w, h)],
    seat: turned(0, w / 2, h / 2),
  }),
  /** A quarter turn from each to the next, as on a square kerchief. */
  kerchief: (w, h) => {
    const side = (w + h) * 1.02
    return {
      group: 'p4',
      lattice: rectangle(side, side),
      cosets: angles(4),
      seat: turned(0, -side / 4, -side / 4),
    }
  },
  /** Four about a centre, each four mirrored in the next. */
  pinwheels: (w, h) => {
    const side = Math.max(w * 2.1, h * 2) * 1.3
    const half = side / 2
    return {
      group: 'p4g',
      lattice: rectangle(side, side),
      cosets: [
        ...angles(4),
        ...angles(4).map(({ turn }) => ({ x: half, y: half, turn, mirror: true })),
      ],
      seat: turned(0, side * 0.02, -side * 0.235),
    }
  },
  /** Six about a centre, head to head with the next six. */
  sixes: (w, h) => {
    const reach = Math.max(h / 2 + w * 0.2, w * 0.96)
    const side = (reach + h / 2) * 2.02
    return {
      group: 'p6',
      lattice: [at(side, 0), at(side / 2, side * Math.sqrt(0.75))],
      cosets: angles(6),
      seat: turned(30, reach / 2, -reach * Math.sqrt(0.75)),
    }
  },
  /** For motifs of eightfold symmetry, which may sit where four mirrors meet. */
  squares: (w, h, r) => {
    const side = Math.max(w, h) + r
    return {
      group: 'p4m',
      lattice: rectangle(side, side),
      cosets: eight,
      seat: still,
      rails: [across(0, side / 2, side - r)],
    }
  },
  diamonds: (w, h) => {
    const side = Math.max(w, h) * 1.46
    return {
      group: 'p4m',
      lattice: [at(side / 2, side / 2), at(-side / 2, side / 2)],
      cosets: eight,
      seat: still,
    }
  },
  lozenges: (w, h) => ({
    group: 'cmm',
    lattice: centred(w * 1.9, h * 1.2),
    cosets: four,
    seat: still,
  }),
} as const satisfies Record<string, LayOut>
export type Way = keyof typeof ways
