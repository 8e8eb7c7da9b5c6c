import { describe, expect, it } from 'vitest'
import { staticHeadersFile } from '../../src/contracts/security-headers.ts'
import { type BuildFacts, type BuiltArticle, checkBuild } from './build-output.ts'
import type { Finding } from './finding.ts'

const environment = {
  SITE_URL: 'https://verandah.news',
  FIREBASE_PROJECT_ID: 'live',
  FIREBASE_API_KEY: 'key',
}
const article = {
  slug: 'a',
  origin: 'https://verandah.news',
  sealedWith: 2,
  opens: true,
  leaks: false,
}
const good: BuildFacts = {
  files: [{ path: 'index.html', bytes: 1000 }],
  serverFiles: ['entry.mjs', 'wrangler.json'],
  isOfThisState: true,
  isOfThisCode: true,
  headers: staticHeadersFile(),
  closedArticles: [article],
  signInPage:
    "connect-src 'self' https://identitytoolkit.googleapis.com x; &quot;live&quot; &quot;key&quot;",
  currentKey: 2,
}
const named = (facts: BuildFacts | null, status: Finding['status']) =>
  checkBuild(facts, environment)
    .filter((finding) => finding.status === status)
    .map(({ check }) => check)
const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}.html`, bytes: 1 }))
const articles = (changed: Partial<BuiltArticle>) => ({
  closedArticles: [article, { ...article, slug: 'b', ...changed }],
})

describe('a finished build', () => {
  it('has no problem where it is as it should be', () => {
    expect(named(good, 'problem')).toEqual([])
    expect(named({ ...good, files: files(20_000) }, 'warning')).toEqual([])
  })

  it.each<[string, Partial<BuildFacts>, string]>([
    ['of another state', { isOfThisState: false }, 'the build'],
    ['of other code', { isOfThisCode: false }, 'the build'],
    ['without headers', { headers: null }, '_headers'],
    ['with headers of other code', { headers: '/*\n  X: y\n' }, '_headers'],
    ['with more rules than are read', { headers: '/x\n  X: y\n'.repeat(101) }, '_headers'],
    ['with a line that is not read', { headers: `/*\n  X: ${'y'.repeat(2000)}\n` }, '_headers'],
    ['with too many files', { files: files(100_001) }, 'size'],
    ['with too large a file', { files: [{ path: 'x.pdf', bytes: 26_214_401 }] }, 'x.pdf'],
    ['with source maps', { files: [{ path: '_astro/a.js.map', bytes: 1 }] }, 'source maps'],
    ['with local secrets', { serverFiles: ['.dev.vars'] }, '.dev.vars'],
    ['with a page missing', articles({ origin: null }), 'pages'],
    ['for another address', articles({ origin: 'http://localhost:8787' }), 'pages'],
    ['with closed text in the clear', articles({ leaks: true }), 'closed text'],
    ['with a body missing', articles({ sealedWith: null, opens: false }), 'sealed bodies'],
    ['with a body of another ring', articles({ opens: false }), 'sealed bodies'],
    ['with a body of an old key', articles({ sealedWith: 1 }), 'sealed bodies'],
    ['without a page to sign in', { signInPage: null }, 'the sign-in page'],
    [
      'with a stand-in for signing in',
      { signInPage: good.signInPage!.replace('https://id', 'http://127.0.0.1/id') },
      'the sign-in page',
    ],
    [
      'for another project',
      { signInPage: good.signInPage!.replace('live', 'staging') },
      'the sign-in page',
    ],
  ])('%s has a problem', (_, changed, check) => {
    expect(named({ ...good, ...changed }, 'problem')).toEqual([check])
  })

  it('of more files than the free plan takes is warned of', () => {
    expect(named({ ...good, files: files(20_001) }, 'warning')).toEqual(['size'])
  })

  it('has to be there', () => {
    expect(named(null, 'problem')).toEqual(['the build'])
  })

  it('is not said to have the wrong key where there is none to try', () => {
    const unknown = { ...good, ...articles({ opens: false }), currentKey: null }
    expect(named(unknown, 'problem')).toEqual([])
  })
})
