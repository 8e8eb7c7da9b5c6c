import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emailColours } from '../../functions/platform/email-style.ts'
import { latestStoriesLink } from '../layouts/navigation.ts'
import { categories } from '../publication/sections.ts'
import { themeColours } from './theme-colours.ts'

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
/** The rules of `prefers-contrast: more` override those above. */
const contrastBlock = /@media \(prefers-contrast: more\) \{([\s\S]*?)\n\}/.exec(source)![1]!

type Scheme = 'light' | 'dark'

const findAccent = (name: string, block = source) =>
  new RegExp(`\\[data-accent="${name}"\\] \\{\\s+--accent: (.+);`).exec(block)?.[1]

/** Finds the value of a token or an accent colour. */
const findValue = (name: string, block: string) =>
  new RegExp(`--${name}: (.+);`).exec(block)?.[1] ?? findAccent(name, block)

/** A token without light-dark() is the same in both themes. */
function getColour(name: string, scheme: Scheme, blocks: readonly string[] = [source]): string {
  for (const block of blocks) {
    const value = findValue(name, block)
    const other = /^var\(--(.+)\)$/.exec(value ?? '')?.[1]
    if (other) return getColour(other, scheme, blocks)
    const [light, dark = light] = value?.match(/#[0-9a-f]{6}/g) ?? []
    if (light && dark) return scheme === 'light' ? light : dark
  }
  throw new Error(`tokens.css has no colour --${name}`)
}

/** Returns the relative luminance as WCAG 2.2 defines it. */
function getLuminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(one: string, other: string): number {
  const [dark, light] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

const accentColours = [
  ...new Set(
    [...Object.values(categories), latestStoriesLink].map(({ accentColour }) => accentColour),
  ),
]

it.each(accentColours)('the accent %s is selected by its data-accent', (accentColour) => {
  const pattern = new RegExp(`^(?:var\\(--${accentColour}\\)|light-dark\\(.+\\))$`)
  expect(findAccent(accentColour)).toMatch(pattern)
})

describe.each(['light', 'dark'] as const)('colours in the %s theme', (scheme) => {
  const getContrast = (name: string, ground: string) =>
    computeContrast(getColour(name, scheme), getColour(ground, scheme))

  it('give each accent a shade of its own', () => {
    expect(new Set(accentColours.map((accentColour) => getColour(accentColour, scheme))).size).toBe(
      accentColours.length,
    )
  })

  it.each(accentColours)(
    'include %s, which differs in the other theme and is readable',
    (accentColour) => {
      expect(getColour(accentColour, 'light')).not.toBe(getColour(accentColour, 'dark'))
      expect(getContrast(accentColour, 'paper')).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('give text a contrast of 7:1', () => {
    expect(getContrast('ink', 'paper')).toBeGreaterThanOrEqual(7)
    expect(getContrast('ink-quiet', 'paper')).toBeGreaterThanOrEqual(7)
    expect(getContrast('bar-ink', 'bar')).toBeGreaterThanOrEqual(7)
    expect(getContrast('bar-ink-quiet', 'bar')).toBeGreaterThanOrEqual(7)
    expect(getContrast('yellow-ink', 'yellow')).toBeGreaterThanOrEqual(7)
  })

  it('give controls a contrast of 3:1, and their text 4.5:1', () => {
    expect(getContrast('edge', 'paper')).toBeGreaterThanOrEqual(3)
    expect(getContrast('shop', 'bar')).toBeGreaterThanOrEqual(3)
    expect(getContrast('shop-ink', 'shop')).toBeGreaterThanOrEqual(4.5)
  })
})

describe.each(['light', 'dark'] as const)('more contrast, in the %s theme', (scheme) => {
  const getColourWithMoreContrast = (name: string) =>
    getColour(name, scheme, [contrastBlock, source])
  const getContrast = (name: string, ground: string) =>
    computeContrast(getColourWithMoreContrast(name), getColourWithMoreContrast(ground))

  it('makes all text as strong as possible, even quiet text', () => {
    expect(getContrast('ink', 'paper')).toBeGreaterThan(
      computeContrast(getColour('ink', scheme), getColourWithMoreContrast('paper')),
    )
    expect(getColourWithMoreContrast('ink-quiet')).toBe(getColourWithMoreContrast('ink'))
    expect(getColourWithMoreContrast('bar-ink-quiet')).toBe(getColourWithMoreContrast('bar-ink'))
  })

  it.each([
    ['hairline', 'paper'],
    ['edge', 'paper'],
    ['rule-quiet', 'paper'],
    ['bar-hairline', 'bar'],
  ])('makes %s a visible line on %s', (line, ground) => {
    expect(getContrast(line, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

it.each(Object.entries(themeColours))(
  'the theme colour %s is the same without style sheets',
  (name, value) => {
    expect(getColour(name, 'light')).toBe(value)
  },
)

it.each(['light', 'dark'] as const)('emails have the same colours in the %s theme', (scheme) => {
  const { quiet, ...others } = emailColours[scheme]
  for (const [name, value] of Object.entries({ ...others, 'ink-quiet': quiet })) {
    expect(value, name).toBe(getColour(name, scheme))
  }
  expect(emailColours.bar).toEqual({
    paper: getColour('bar', scheme),
    ink: getColour('bar-ink', scheme),
  })
})
