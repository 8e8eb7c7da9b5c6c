/**
 * The dyer's shelf. Colours are as the dye looks at full strength on white cloth (sRGB); on the
 * cloth they multiply, as dyes do. None is pure: each was taken from old cloth, not from a
 * spectrum.
 */
import type { Manner, Plate } from './pen.ts'
import type { Random } from './random.ts'

export const dyes = [
  'lac',
  'madder',
  'jamun',
  'turmeric',
  'slate',
  'indigo',
  'peacock',
  'rose',
  'henna',
  'clay',
  'leaf',
  'copper',
] as const
export type Dye = (typeof dyes)[number]

export type Colour = readonly [red: number, green: number, blue: number]
const hex = (code: string): Colour => [
  Number.parseInt(code.slice(0, 2), 16),
  Number.parseInt(code.slice(2, 4), 16),
  Number.parseInt(code.slice(4, 6), 16),
]

const pigment = {
  lac: hex('8a2439'),
  madder: hex('973c2e'),
  jamun: hex('5a3358'),
  turmeric: hex('cc9636'),
  slate: hex('4d5761'),
  indigo: hex('2a4263'),
  peacock: hex('1f646a'),
  rose: hex('c0636c'),
  henna: hex('86502a'),
  clay: hex('bd7650'),
  leaf: hex('566132'),
  copper: hex('a95f38'),
  /** Iron filings and jaggery, left in a pot for a fortnight: the printers' black. */
  iron: hex('2d2829'),
  night: hex('1f2b44'),
  /** Pomegranate rind over iron. */
  rind: hex('c2a04f'),
  verdigris: hex('5d8678'),
  sky: hex('7f9bad'),
  blush: hex('d99c8b'),
  bark: hex('5b3a2a'),
  grass: hex('8a935a'),
} as const
type Pigment = keyof typeof pigment

const cloth = {
  bleached: hex('f3ecdc'),
  unbleached: hex('ebdfc4'),
  /** Steeped in myrobalan, which the mordants need. */
  harda: hex('e6d3a6'),
  washed: hex('efe6d6'),
} as const
type Cloth = keyof typeof cloth

/** One way to dye a print: its manner, its cloth, and a pigment for each plate it uses. */
type Recipe = readonly [Manner, Cloth, main: Pigment, companion: Pigment, lines?: Pigment]

const recipes: Record<Dye, readonly Recipe[]> = {
  lac: [
    ['datta', 'bleached', 'lac', 'rind', 'iron'],
    ['begar', 'unbleached', 'lac', 'indigo'],
    ['dabu', 'washed', 'lac', 'rind'],
    ['ajrakh', 'washed', 'lac', 'night'],
  ],
  madder: [
    ['datta', 'unbleached', 'madder', 'rind', 'iron'],
    ['begar', 'harda', 'madder', 'iron'],
    ['ajrakh', 'washed', 'madder', 'night'],
    ['dabu', 'unbleached', 'madder', 'turmeric'],
  ],
  jamun: [
    ['datta', 'bleached', 'jamun', 'rose', 'iron'],
    ['begar', 'washed', 'jamun', 'madder'],
    ['dabu', 'washed', 'jamun', 'blush'],
    ['ajrakh', 'washed', 'jamun', 'madder'],
  ],
  turmeric: [
    ['datta', 'bleached', 'turmeric', 'madder', 'iron'],
    ['datta', 'unbleached', 'turmeric', 'leaf', 'bark'],
    ['ajrakh', 'washed', 'turmeric', 'madder'],
    ['ajrakh', 'washed', 'turmeric', 'iron'],
  ],
  slate: [
    ['begar', 'unbleached', 'slate', 'clay'],
    ['datta', 'washed', 'slate', 'rind', 'iron'],
    ['dabu', 'washed', 'slate', 'rind'],
    ['ajrakh', 'bleached', 'slate', 'madder'],
  ],
  indigo: [
    ['begar', 'unbleached', 'indigo', 'madder'],
    ['datta', 'washed', 'indigo', 'madder', 'iron'],
    ['dabu', 'bleached', 'indigo', 'sky'],
    ['ajrakh', 'washed', 'indigo', 'madder'],
  ],
  peacock: [
    ['begar', 'washed', 'peacock', 'madder'],
    ['datta', 'bleached', 'peacock', 'turmeric', 'iron'],
    ['dabu', 'washed', 'peacock', 'rind'],
    ['ajrakh', 'washed', 'peacock', 'madder'],
  ],
  rose: [
    ['datta', 'bleached', 'rose', 'grass', 'bark'],
    ['datta', 'washed', 'rose', 'rind', 'lac'],
    ['ajrakh', 'bleached', 'rose', 'lac'],
    ['dabu', 'bleached', 'rose', 'lac'],
  ],
  henna: [
    ['begar', 'unbleached', 'henna', 'leaf'],
    ['datta', 'unbleached', 'henna', 'turmeric', 'iron'],
    ['dabu', 'washed', 'henna', 'turmeric'],
    ['ajrakh', 'harda', 'henna', 'night'],
  ],
  clay: [
    ['datta', 'washed', 'clay', 'rind', 'bark'],
    ['begar', 'bleached', 'clay', 'indigo'],
    ['ajrakh', 'washed', 'clay', 'iron'],
    ['dabu', 'washed', 'clay', 'bark'],
  ],
  leaf: [
    ['datta', 'bleached', 'leaf', 'turmeric', 'iron'],
    ['begar', 'unbleached', 'leaf', 'madder'],
    ['dabu', 'washed', 'leaf', 'turmeric'],
    ['ajrakh', 'washed', 'leaf', 'madder'],
  ],
  copper: [
    ['begar', 'unbleached', 'copper', 'verdigris'],
    ['datta', 'washed', 'copper', 'verdigris', 'iron'],
    ['ajrakh', 'washed', 'copper', 'night'],
    ['dabu', 'washed', 'copper', 'rind'],
  ],
}

export type Dyeing = {
  readonly manner: Manner
  readonly cloth: Colour
  /** In a resist print `resist` is the dye of the bath. */
  readonly inks: Readonly<Partial<Record<Plate, Colour>>>
}

/** The dyes of one print, chosen among those that go with its main dye. */
export function dyeing(dye: Dye, random: Random): Dyeing {
  const [manner, ground, main, companion, lines] = random.pick(recipes[dye])
  const accent = pigment[companion]
  if (manner === 'dabu' || manner === 'ajrakh') {
    return { manner, cloth: cloth[ground], inks: { resist: pigment[main], accent } }
  }
  const key = lines ? { key: pigment[lines] } : {}
  return { manner, cloth: cloth[ground], inks: { fill: pigment[main], accent, ...key } }
}
