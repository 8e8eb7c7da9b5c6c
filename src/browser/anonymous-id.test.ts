import { beforeEach, describe, expect, it } from 'vitest'
import { createAnonymousId } from './anonymous-id.ts'

const day = 24 * 60 * 60 * 1000
let kept: Map<string, string>
let now: number

beforeEach(() => {
  kept = new Map()
  now = Date.parse('2026-11-20')
})

const onAPage = () =>
  createAnonymousId(
    () => ({
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
    }),
    () => now,
  )

describe('the anonymous id', () => {
  it('is the same on every page, for ninety days', () => {
    const id = onAPage().read()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    now += 90 * day - 1
    expect(onAPage().read()).toBe(id)
    now += 1
    expect(onAPage().read()).not.toBe(id)
  })

  it('does not change on a page that stays open', () => {
    const page = onAPage()
    const id = page.read()
    now += 91 * day
    expect(page.read()).toBe(id)
  })

  it('is another one for whoever comes after a reader', () => {
    const page = onAPage()
    const id = page.read()
    page.renew()
    const next = page.read()
    expect(next).not.toBe(id)
    expect(onAPage().read()).toBe(next)
  })

  it.each(['', 'x', '../../etc 5', 'null NaN'])('is none of ours where %s is kept', (value) => {
    kept.set('anonymous-id', value)
    expect(onAPage().read()).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('lasts as long as the page where nothing can be kept', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    const page = createAnonymousId(refuse, () => now)
    const id = page.read()
    expect(page.read()).toBe(id)
    page.renew()
    expect(page.read()).not.toBe(id)
  })
})
