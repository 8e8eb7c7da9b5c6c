import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { categories } from '../domain/category.ts'
import { feed } from '../layouts/navigation.ts'
import { themeColours } from './theme-colours.ts'

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
/** For readers who ask for more contrast: what stands there comes before what stands above. */
const contrastBlock = /@media \(prefers-contrast: more\) \{([\s\S]*?)\n\}/.exec(source)![1]!

type Scheme = 'light' | 'dark'

/** A token's colour in a scheme; one that does not differ is the same in both. */
function colour(name: string, scheme: Scheme, blocks: readonly string[] = [source]): string {
  for (const block of blocks) {
    const value = new RegExp(`--${name}: (.+);`).exec(block)?.[1]
    const other = /^var\(--(.+)\)$/.exec(value ?? '')?.[1]
    if (other) return colour(other, scheme, blocks)
    const [light, dark = light] = value?.match(/#[0-9a-f]{6}/g) ?? []
    if (light && dark) return scheme === 'light' ? light : dark
  }
  throw new Error(`tokens.css has no colour --${name}`)
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Of every category, and of the feed, which is none. */
const dyes = [...Object.values(categories), feed].map(({ dye }) => dye)

describe.each(['light', 'dark'] as const)('colours in the %s', (scheme) => {
  const on = (name: string, ground: string) =>
    contrast(colour(name, scheme), colour(ground, scheme))

  it('every category and the feed have an accent of their own', () => {
    expect(new Set(dyes.map((dye) => colour(dye, scheme))).size).toBe(dyes.length)
  })

  it.each(dyes)('%s has another shade in the other scheme', (dye) => {
    expect(colour(dye, 'light')).not.toBe(colour(dye, 'dark'))
  })

  it.each(dyes)('%s can be read on paper', (dye) => {
    expect(on(dye, 'paper')).toBeGreaterThanOrEqual(4.5)
  })

  it.each(dyes)('%s is chosen by its data-dye', (dye) => {
    expect(source).toContain(`[data-dye="${dye}"] {\n  --accent: var(--${dye});\n}`)
  })

  it('text has 7:1', () => {
    expect(on('ink', 'paper')).toBeGreaterThanOrEqual(7)
    expect(on('ink-quiet', 'paper')).toBeGreaterThanOrEqual(7)
    expect(on('bar-ink', 'bar')).toBeGreaterThanOrEqual(7)
    expect(on('bar-ink-quiet', 'bar')).toBeGreaterThanOrEqual(7)
    expect(on('yellow-ink', 'yellow')).toBeGreaterThanOrEqual(7)
  })

  it('controls have 3:1, their words 4.5:1', () => {
    expect(on('edge', 'paper')).toBeGreaterThanOrEqual(3)
    expect(on('shop', 'bar')).toBeGreaterThanOrEqual(3)
    expect(on('shop-ink', 'shop')).toBeGreaterThanOrEqual(4.5)
  })
})

describe.each(['light', 'dark'] as const)('with more contrast, in the %s', (scheme) => {
  const more = (name: string) => colour(name, scheme, [contrastBlock, source])
  const on = (name: string, ground: string) => contrast(more(name), more(ground))

  it('text is as strong as it can be, and what is quiet is no more', () => {
    expect(on('ink', 'paper')).toBeGreaterThan(contrast(colour('ink', scheme), more('paper')))
    expect(more('ink-quiet')).toBe(more('ink'))
    expect(more('bar-ink-quiet')).toBe(more('bar-ink'))
  })

  it.each([
    ['hairline', 'paper'],
    ['edge', 'paper'],
    ['rule-quiet', 'paper'],
    ['bar-hairline', 'bar'],
  ])('%s is a line that is seen on %s', (line, ground) => {
    expect(on(line, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

it.each(Object.entries(themeColours))(
  '%s is the same where no style sheet is read',
  (name, value) => {
    expect(colour(name, 'light')).toBe(value)
  },
)
