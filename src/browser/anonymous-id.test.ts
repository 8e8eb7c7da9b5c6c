import { beforeEach, describe, expect, it } from 'vitest'
import { createAnonymousId } from './anonymous-id.ts'

const day = 24 * 60 * 60 * 1000
let stored: Map<string, string>
let now: number

beforeEach(() => {
  stored = new Map()
  now = Date.parse('2026-11-20')
})

const createOnPage = () =>
  createAnonymousId(
    () => ({
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
    }),
    () => now,
  )

describe('the anonymous id', () => {
  it('stays the same on every page for ninety days', () => {
    const id = createOnPage().read()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    now += 90 * day - 1
    expect(createOnPage().read()).toBe(id)
    now += 1
    expect(createOnPage().read()).not.toBe(id)
  })

  it('doesn’t change on a page that stays open', () => {
    const page = createOnPage()
    const id = page.read()
    now += 91 * day
    expect(page.read()).toBe(id)
  })

  it('changes at sign-out', () => {
    const page = createOnPage()
    const id = page.read()
    page.reset()
    const next = page.read()
    expect(next).not.toBe(id)
    expect(createOnPage().read()).toBe(next)
  })

  it.each(['', 'x', '../../etc 5', 'null NaN'])(
    'ignores a stored value that isn’t ours: %s',
    (value) => {
      stored.set('anonymous-id', value)
      expect(createOnPage().read()).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    },
  )

  it('lasts as long as the page without storage', () => {
    const throwError = () => {
      throw new Error('SecurityError')
    }
    const page = createAnonymousId(throwError, () => now)
    const id = page.read()
    expect(page.read()).toBe(id)
    page.reset()
    expect(page.read()).not.toBe(id)
  })
})
