import { describe, expect, it } from 'vitest'
import {
  cacheStorageItems,
  cookies,
  isListedItem,
  localStorageItems,
  sessionStorageItems,
} from '../contracts/device-storage.ts'
import { otherItems } from '../contracts/other-services-storage.ts'
import { storedCodes } from '../contracts/stored-codes.ts'
import { insertDeviceStorage } from './device-storage-table.ts'
import { renderPublicText } from './markdown.ts'

describe('the list of stored items', () => {
  it.each([
    ['cookie', '__Host-session', true],
    ['cookie', '__Host-given-a-story', true],
    ['cookie', '__Host-given-', false],
    ['cookie', '__Host-sessions', false],
    ['localStorage', 'rating.a-story', true],
    ['localStorage', 'rating.', false],
    ['localStorage', '__Host-session', false],
    ['sessionStorage', 'queries', true],
    ['cacheStorage', 'bodies', true],
  ] as const)('includes the %s item %s: %s', (place, name, isListed) => {
    expect(isListedItem(place, name)).toBe(isListed)
  })

  it('names each item once', () => {
    for (const items of [cookies, localStorageItems, sessionStorageItems, cacheStorageItems]) {
      const names = items.map(({ name }) => name)
      expect(new Set<string>(names).size).toBe(names.length)
    }
  })

  it('is inserted where the directive is, with every name, purpose and lifetime', () => {
    const html = insertDeviceStorage(renderPublicText('Before.\n\n::cookies\n\nAfter.'))
    const all = [
      ...cookies,
      ...localStorageItems,
      ...sessionStorageItems,
      ...cacheStorageItems,
      ...otherItems,
    ]
    for (const { name, purpose, lifetime } of all) {
      expect(html).toContain(`<td><code>${name}</code></td>`)
      expect(html).toContain(`<td>${purpose}</td>`)
      expect(html).toContain(`<td>${lifetime}</td>`)
    }
    for (const { source, purpose, lifetime } of storedCodes)
      expect(html).toContain(`<td>${source}</td><td>${purpose}</td><td>${lifetime}</td>`)
    expect(html).not.toContain('data-device-storage')
    expect(html).toMatch(/^<p>Before\.<\/p>[\s\S]+<p>After\.<\/p>\n$/)
  })

  // The texts are inserted into HTML unescaped.
  it('contains no markup', () => {
    const all = [
      ...cookies,
      ...localStorageItems,
      ...sessionStorageItems,
      ...cacheStorageItems,
      ...otherItems,
      ...storedCodes,
    ]
    expect(all.filter((item) => /[<>&]/.test(JSON.stringify(item)))).toEqual([])
  })
})
