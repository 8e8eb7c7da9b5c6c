import { describe, expect, it } from 'vitest'
import { answerFor } from './answer-for.ts'

const origin = 'https://verandah.example'

function ask(path: string, method = 'GET', mode: RequestMode = 'cors') {
  return answerFor({ method, mode, url: new URL(path, origin).href }, origin)
}

describe('who answers', () => {
  it.each([
    ['/', 'page'],
    ['/latest/2', 'page'],
    ['/search?q=rain', 'page'],
    ['/preview/a-draft?key=1', 'browser'],
    ['https://elsewhere.example/', 'browser'],
  ])('a navigation to %s: %s', (path, answer) => {
    expect(ask(path, 'GET', 'navigate')).toBe(answer)
  })

  it.each([
    ['/api/articles/fathers-in-pencil/body', 'body'],
    ['/api/subscription', 'standing'],
    ['/images/wave-0123456789abcdef/1080', 'picture'],
    ['/_astro/page.Abc123.js', 'asset'],
    // What is a reader's own is no service worker's business.
    ['/api/user', 'browser'],
    ['/api/saved', 'browser'],
    ['/api/reading', 'browser'],
    ['/api/account/data', 'browser'],
    ['/api/preview/a-draft/body?key=1', 'browser'],
    ['/api/articles/a/b/body', 'browser'],
    ['/sealed/fathers-in-pencil', 'browser'],
    ['/feed', 'browser'],
    ['/pagefind/pagefind.js', 'browser'],
    ['https://elsewhere.example/_astro/page.js', 'browser'],
  ])('a request for %s: %s', (path, answer) => {
    expect(ask(path)).toBe(answer)
  })

  it.each([
    ['POST', '/api/log-out', 'signOut'],
    ['DELETE', '/api/session', 'signOut'],
    ['DELETE', '/api/sessions', 'signOut'],
    ['DELETE', '/api/account', 'signOut'],
    ['DELETE', '/api/saved/fathers-in-pencil', 'browser'],
    ['POST', '/api/session', 'standing'],
    ['POST', '/api/collect', 'browser'],
    ['PUT', '/api/reading/fathers-in-pencil', 'browser'],
    ['HEAD', '/api/subscription', 'browser'],
  ])('%s %s: %s', (method, path, answer) => {
    expect(ask(path, method)).toBe(answer)
  })
})
