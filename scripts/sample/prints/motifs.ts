/** The block room: every motif, with the ways in which it may be laid out. */
import type { Drawing } from './drawing.ts'
import { bird, peacock } from './motifs-birds.ts'
import { eye, hand } from './motifs-body.ts'
import { paddy, tree } from './motifs-fields.ts'
import { buta, jasmine, lotus } from './motifs-flowers.ts'
import { chilli, mango, pomegranate } from './motifs-fruits.ts'
import { book, cup, lamp } from './motifs-house.ts'
import { drum, kite, wheel } from './motifs-play.ts'
import { moon, mountain, star, wave } from './motifs-sky.ts'
import { boat, fish } from './motifs-water.ts'
import type { Way } from './ways.ts'

export const motifs = [
  'buta',
  'lotus',
  'peacock',
  'fish',
  'mango',
  'paddy',
  'wave',
  'mountain',
  'boat',
  'jasmine',
  'pomegranate',
  'lamp',
  'kite',
  'star',
  'tree',
  'bird',
  'drum',
  'book',
  'chilli',
  'wheel',
  'eye',
  'hand',
  'moon',
  'cup',
] as const
export type Motif = (typeof motifs)[number]

export const drawings: Record<Motif, Drawing> = {
  buta,
  lotus,
  peacock,
  fish,
  mango,
  paddy,
  wave,
  mountain,
  boat,
  jasmine,
  pomegranate,
  lamp,
  kite,
  star,
  tree,
  bird,
  drum,
  book,
  chilli,
  wheel,
  eye,
  hand,
  moon,
  cup,
}

// What stands on the ground stands upright on the cloth as well.
const standing: readonly Way[] = [
  'rows',
  'halfDrop',
  'glidingColumns',
  'glidingRows',
  'facingHalfDrop',
]
const free: readonly Way[] = [
  'halfDrop',
  'facingPairs',
  'headToTail',
  'allFour',
  'turnabout',
  'kerchief',
  'pinwheels',
  'sixes',
]
const round: readonly Way[] = ['squares', 'diamonds', 'lozenges']

export const waysOf: Record<Motif, readonly Way[]> = {
  buta: ['halfDrop', 'glidingColumns', 'facingHalfDrop', 'headToTail', 'kerchief', 'sixes'],
  lotus: ['halfDrop', 'brick', 'facingPairs', 'allFour', 'rows'],
  peacock: ['facingPairs', 'facingHalfDrop', 'glidingRows', 'glidingColumns'],
  fish: [
    'glidingRows',
    'facingPairs',
    'allFour',
    'allFourHalfDrop',
    'turnabout',
    'pinwheels',
    'sixes',
  ],
  mango: free,
  paddy: standing,
  wave: ['rows', 'brick', 'glidingRows'],
  mountain: ['rows', 'brick', 'glidingRows'],
  boat: ['halfDrop', 'brick', 'glidingColumns', 'glidingRows'],
  jasmine: ['halfDrop', 'headToTail', 'allFour', 'kerchief', 'sixes'],
  pomegranate: [
    'halfDrop',
    'facingPairs',
    'facingHalfDrop',
    'glidingColumns',
    'turnabout',
    'kerchief',
  ],
  lamp: ['rows', 'halfDrop', 'facingPairs', 'glidingColumns'],
  kite: ['halfDrop', 'brick', 'glidingColumns', 'headToTail'],
  star: round,
  tree: ['rows', 'halfDrop', 'brick'],
  bird: ['glidingRows', 'glidingColumns', 'facingHalfDrop', 'facingPairs', 'brick'],
  drum: ['halfDrop', 'turnabout', 'glidingColumns', 'allFour', 'kerchief'],
  book: ['rows', 'halfDrop', 'brick'],
  chilli: ['halfDrop', 'headToTail', 'turnabout', 'kerchief', 'sixes'],
  wheel: round,
  eye: ['rows', 'brick', 'facingPairs', 'glidingRows'],
  hand: ['rows', 'halfDrop', 'facingPairs', 'headToTail', 'allFour'],
  moon: ['halfDrop', 'headToTail', 'glidingRows', 'kerchief', 'brick'],
  cup: ['rows', 'halfDrop', 'facingPairs', 'glidingColumns'],
}
