import { describe, expect, it } from 'vitest'
import { createStaticHeadersFile } from '../../../src/contracts/pages/security-headers.ts'
import type { Finding } from '../setup/run/finding.ts'
import { type BuildFacts, type BuiltArticle, checkBuild } from './check-build.ts'

const environment = {
  SITE_URL: 'https://verandah.news',
  FIREBASE_PROJECT_ID: 'live',
  FIREBASE_API_KEY: 'key',
}
const article = {
  slug: 'a',
  origin: 'https://verandah.news',
  sealedWith: 2,
  canBeOpened: true,
  hasLeak: false,
}
const validFacts: BuildFacts = {
  files: [{ path: 'index.html', bytes: 1000 }],
  serverFiles: ['entry.mjs', 'wrangler.json'],
  isFromThisState: true,
  isFromThisCode: true,
  headers: createStaticHeadersFile(),
  closedArticles: [article],
  signInPage:
    "connect-src 'self' https://identitytoolkit.googleapis.com x; &quot;live&quot; &quot;key&quot;",
  currentKey: 2,
}
const findChecks = (facts: BuildFacts | null, status: Finding['status']) =>
  checkBuild(facts, environment)
    .filter((finding) => finding.status === status)
    .map(({ check }) => check)
const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}.html`, bytes: 1 }))
const articles = (changed: Partial<BuiltArticle>) => ({
  closedArticles: [article, { ...article, slug: 'b', ...changed }],
})

describe('a finished build', () => {
  it('has no problem if it is correct', () => {
    expect(findChecks(validFacts, 'problem')).toEqual([])
    expect(findChecks({ ...validFacts, files: files(20_000) }, 'warning')).toEqual([])
  })

  it.each<[string, Partial<BuildFacts>, string]>([
    ['if it’s from another state', { isFromThisState: false }, 'the build'],
    ['if it’s from other code', { isFromThisCode: false }, 'the build'],
    ['without headers', { headers: null }, '_headers'],
    ['with headers from other code', { headers: '/*\n  X: y\n' }, '_headers'],
    ['with more rules than are read', { headers: '/x\n  X: y\n'.repeat(101) }, '_headers'],
    ['with a line that isn’t read', { headers: `/*\n  X: ${'y'.repeat(2000)}\n` }, '_headers'],
    ['with too many files', { files: files(100_001) }, 'size'],
    ['with too large a file', { files: [{ path: 'x.pdf', bytes: 26_214_401 }] }, 'x.pdf'],
    ['with source maps', { files: [{ path: '_astro/a.js.map', bytes: 1 }] }, 'source maps'],
    ['with local secrets', { serverFiles: ['.dev.vars'] }, '.dev.vars'],
    ['with a page missing', articles({ origin: null }), 'pages'],
    ['for another address', articles({ origin: 'http://localhost:8787' }), 'pages'],
    ['with unencrypted closed text', articles({ hasLeak: true }), 'closed text'],
    ['with a body missing', articles({ sealedWith: null, canBeOpened: false }), 'encrypted bodies'],
    ['with a body from another keyring', articles({ canBeOpened: false }), 'encrypted bodies'],
    ['with a body from an old key', articles({ sealedWith: 1 }), 'encrypted bodies'],
    ['without a page to sign in', { signInPage: null }, 'the sign-in page'],
    [
      'with a fake for signing in',
      { signInPage: validFacts.signInPage!.replace('https://id', 'http://127.0.0.1/id') },
      'the sign-in page',
    ],
    [
      'for another project',
      { signInPage: validFacts.signInPage!.replace('live', 'staging') },
      'the sign-in page',
    ],
  ])('has a problem %s', (_, changed, check) => {
    expect(findChecks({ ...validFacts, ...changed }, 'problem')).toEqual([check])
  })

  it('has a warning before the limit is reached, with the setting that makes room', () => {
    const sealed = [...files(79_999), { path: 'sealed/a-story', bytes: 1 }]
    const remedies = (built: typeof sealed) =>
      checkBuild({ ...validFacts, files: built }, environment)
        .filter(({ check, status }) => check === 'size' && status === 'warning')
        .map((finding) => JSON.stringify(finding))
    expect(remedies(sealed)).toEqual([expect.stringContaining('SEALED_BODIES=r2')])
    const indexed = [...files(79_999), { path: 'sealed/0.json', bytes: 1 }]
    for (const built of [files(80_000), indexed]) {
      expect(remedies(built)).toEqual([expect.stringContaining('PRERENDERED_STORIES=')])
      expect(remedies(built).join()).not.toContain('SEALED_BODIES')
    }
    // 90,000 files are 20,000 too many.
    expect(remedies(files(90_000)).join()).toContain('PRERENDERED_STORIES=70000 ')
    const others = files(88_000).map(({ bytes }, index) => ({
      path: `latest/${index}.html`,
      bytes,
    }))
    expect(remedies([...files(2000), ...others])).toEqual([
      expect.not.stringContaining('PRERENDERED_STORIES'),
    ])
  })

  it('has a warning if it has more files than the free plan allows', () => {
    expect(findChecks({ ...validFacts, files: files(20_001) }, 'warning')).toEqual(['size'])
  })

  it('must exist', () => {
    expect(findChecks(null, 'problem')).toEqual(['the build'])
  })

  it('isn’t checked for its key if there is no keyring', () => {
    const unknown = { ...validFacts, ...articles({ canBeOpened: false }), currentKey: null }
    expect(findChecks(unknown, 'problem')).toEqual([])
  })
})
