import { describe, expect, it } from 'vitest'
import { createSourceKeys, getSiteName, normaliseSite, resolveSourceSite } from './source-key.ts'

describe('a source key', () => {
  it('distinguishes sites with the same ids', () => {
    const one = createSourceKeys('wordpress', 'ferry.example')
    const two = createSourceKeys('wordpress', 'ferry.example/two')
    expect(one.forPost('wordpress:12')).toBe('wordpress:ferry.example#12')
    expect(two.forPost('wordpress:12')).toBe('wordpress:ferry.example/two#12')
    expect(one.forAuthor('meher')).toBe('wordpress:ferry.example#author:meher')
    expect(one.owns(one.forPost('wordpress:12'))).toBe(true)
    expect(one.owns(two.forPost('wordpress:12'))).toBe(false)
    expect(one.owns('wordpress:12')).toBe(false)
  })

  it('fits into a document and stays unique, however long the path', () => {
    const keys = createSourceKeys('markdown', 'a1b2c3d4')
    const long = ['a', 'b'].map((end) => keys.forPost(`markdown:${'x'.repeat(600)}${end}.md`))
    expect(new Set(long).size).toBe(2)
    expect(long.map((key) => key.length)).toEqual([500, 500])
  })

  it.each([
    ['http://www.Ferry.example/', 'ferry.example'],
    ['https://ferry.example', 'ferry.example'],
    ['https://ferry.example/Blog/', 'ferry.example/Blog'],
    ['http://ferry.example:8080/?a#b', 'ferry.example:8080'],
    ['ftp://ferry.example', null],
    ['ferry', null],
  ])('normalises the site %s to %s', (address, site) => expect(normaliseSite(address)).toBe(site))

  it('is read from the export, otherwise from the mapping file', () => {
    const mapping = { source: 'a1b2c3d4', oldSite: 'https://old.example' }
    expect(resolveSourceSite('https://ferry.example', mapping, false)).toBe('ferry.example')
    expect(resolveSourceSite(null, mapping, true)).toBe('a1b2c3d4')
    expect(resolveSourceSite(null, { ...mapping, source: null }, true)).toBe('old.example')
    expect(resolveSourceSite(null, { ...mapping, source: null }, false)).toBeNull()
    expect(resolveSourceSite(null, { source: null, oldSite: null }, true)).toBeNull()
  })

  it.each([
    ['https://ferry.example', 'ferry'],
    ['https://www.network.example/ferry/', 'ferry'],
    ['https://www.ferry.example/blog', 'ferry'],
    ['https://blog.ferry.example', 'ferry'],
    ['https://ferry.wordpress.example', 'ferry'],
    ['http://127.0.0.1:9', null],
    ['http://localhost', null],
  ])('is derived from %s, with the site’s name %s', (address, name) =>
    expect(getSiteName(address)).toBe(name),
  )
})
