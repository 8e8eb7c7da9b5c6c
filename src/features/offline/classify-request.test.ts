import { describe, expect, it } from 'vitest'
import { classifyRequest } from './classify-request.ts'

const origin = 'https://verandah.example'

function classify(path: string, method = 'GET', mode: RequestMode = 'cors') {
  return classifyRequest({ method, mode, url: new URL(path, origin).href }, origin)
}

describe('classifyRequest', () => {
  it.each([
    ['/', 'page'],
    ['/latest/2', 'page'],
    ['/search?q=rain', 'page'],
    ['/preview/a-draft?key=1', 'browser'],
    // A reader's page may be hidden or turned off.
    ['/reader/leela', 'browser'],
    ['/r/bcdfghjkmn?to=a-story', 'browser'],
    ['/refer', 'page'],
    ['/gift', 'page'],
    ['/gift-subscription', 'page'],
    // These addresses or pages contain gift codes.
    ['/gift/7K2M9QXT4B6H0WZE', 'browser'],
    ['/g/bcdfghjkmnpqrstvwxz2', 'browser'],
    ['/gift/print', 'browser'],
    ['/gifts?key=1', 'browser'],
    ['/gifts/receipt', 'browser'],
    ['/redeem', 'browser'],
    ['/gift-subscription/finish?token=1', 'browser'],
    ['https://elsewhere.example/', 'browser'],
  ])('recognises a navigation to %s: %s', (path, answer) => {
    expect(classify(path, 'GET', 'navigate')).toBe(answer)
  })

  it.each([
    ['/api/articles/fathers-in-pencil/body', 'body'],
    ['/api/subscription', 'entitlement'],
    ['/images/wave-0123456789abcdef/1080', 'image'],
    ['/_astro/page.Abc123.js', 'asset'],
    ['/_fonts/1/bengali.Abc123.g9.woff2', 'asset'],
    // The service worker doesn't handle requests for the reader's own data.
    ['/api/user', 'browser'],
    ['/api/saved', 'browser'],
    ['/api/reading-history', 'browser'],
    ['/api/account/data', 'browser'],
    ['/api/preview/a-draft/body?token=x', 'browser'],
    ['/api/articles/a/b/body', 'browser'],
    ['/sealed/fathers-in-pencil', 'browser'],
    ['/newsletter/unsubscribe/a-key', 'browser'],
    ['/feed', 'browser'],
    ['/pagefind/pagefind.js', 'browser'],
    ['https://elsewhere.example/_astro/page.js', 'browser'],
  ])('recognises a request for %s: %s', (path, answer) => {
    expect(classify(path)).toBe(answer)
  })

  it.each([
    ['POST', '/api/log-out', 'signOut'],
    ['DELETE', '/api/session', 'signOut'],
    ['DELETE', '/api/sessions', 'signOut'],
    ['DELETE', '/api/account', 'signOut'],
    ['DELETE', '/api/saved/fathers-in-pencil', 'browser'],
    ['POST', '/api/session', 'entitlement'],
    ['POST', '/api/collect', 'browser'],
    ['PUT', '/api/reading-history/fathers-in-pencil', 'browser'],
    ['HEAD', '/api/subscription', 'browser'],
  ])('recognises %s %s: %s', (method, path, answer) => {
    expect(classify(path, method)).toBe(answer)
  })
})
