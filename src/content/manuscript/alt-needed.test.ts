import { describe, expect, it } from 'vitest'
import { countAltNeeded, settleAltNeeded } from './alt-needed.ts'

const imageId = (name: string) => `${name}-0123456789abcdef`
const cover = (alt: string) => ({ id: imageId('loom'), alt, credit: 'B', width: 3, height: 2 })
const flaggedCover = (alt = '') => ({ ...cover(alt), altNeeded: true })
const figure = (name: string, alt: string, flag = ' altNeeded="true"') =>
  `::figure{image="${imageId(name)}" width="3" height="2" alt="${alt}"${flag}}`
const imported = {
  image: flaggedCover(),
  body: `One.\n\n${figure('dye', '')}\n\nTwo.\n\n> ${figure('vat', 'Said')}`,
}

describe('countAltNeeded', () => {
  it('counts flagged pictures in fields and bodies', () => {
    expect(countAltNeeded(imported)).toBe(3)
    expect(countAltNeeded({ portrait: flaggedCover() })).toBe(1)
    expect(countAltNeeded({ image: cover('A'), body: figure('dye', 'A', '') })).toBe(0)
    expect(countAltNeeded({ body: 'The word altNeeded="true"' })).toBe(0)
  })
})

describe('settleAltNeeded', () => {
  it('keeps the flags of stored pictures', () => {
    const edited = { ...imported, title: 'Another', body: `Zero.\n\n${imported.body}` }
    expect(settleAltNeeded(edited, imported)).toEqual({ fields: edited, problems: [] })
  })

  it('removes the flag where an editor has written a description', () => {
    const body = imported.body.replace('alt=""', 'alt="A vat"').replace('"Said"', '"A dyer"')
    const edited = { image: flaggedCover('A loom'), body }
    const { fields, problems } = settleAltNeeded(edited, imported)
    expect(problems).toEqual([])
    expect(fields).toEqual({
      image: cover('A loom'),
      body: `One.\n\n${figure('dye', 'A vat', '')}\n\nTwo.\n\n> ${figure('vat', 'A dyer', '')}`,
    })
    // The manuscript still has the flags.
    expect(settleAltNeeded(edited, fields)).toEqual({ fields, problems: [] })
  })

  it('refuses pictures without a description, unless they are stored that way', () => {
    const added = { ...imported, body: `${imported.body}\n\n${figure('new', '')}` }
    expect(settleAltNeeded(added, imported).problems).toEqual([
      { field: ['body'], message: expect.stringContaining('needs a description'), line: 9 },
    ])
    expect(settleAltNeeded(imported, null).problems).toEqual([
      { field: ['image', 'alt'], message: expect.stringContaining('needs a description') },
      { field: ['body'], message: expect.stringContaining('needs a description'), line: 3 },
    ])
    const described = { image: cover('A loom'), body: 'One.' }
    expect(
      settleAltNeeded({ ...described, image: flaggedCover() }, described).problems,
    ).toHaveLength(1)
  })
})
