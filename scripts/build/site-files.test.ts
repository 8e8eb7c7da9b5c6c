import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { buildEnvironmentSchema } from '../../src/content/build-environment.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { createCutFontPath, cutFontFolder } from '../../src/contracts/site-files/cut-fonts.ts'
import type { CompiledTemplates } from './compiled-templates.ts'
import { writeSite } from './site-files.ts'
import { createContentCopy } from './write-content-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-files-'))
const page = join(folder, 'site/client/about.html')
const environment = {
  ...buildEnvironmentSchema.omit({ SEALING_KEYS: true }).parse({
    SITE_URL: 'https://example.com',
    FIREBASE_PROJECT_ID: 'demo',
    FIREBASE_SERVICE_ACCOUNT: '{}',
    FIREBASE_API_KEY: 'key',
    BUILD_STATE: join(folder, 'state'),
    BUILD_OUTPUT: join(folder, 'site'),
  }),
  SEALING_KEYS: keyringSchema.parse(`1:${Buffer.alloc(32).toString('base64')}`),
}
/** Templates of one page, in which only the year changes. */
const compiled: CompiledTemplates = {
  id: 'templates',
  listPages: async () => [
    {
      file: 'about.html',
      cacheKey: 'same',
      render: async () => Buffer.from(`© ${new Date().getUTCFullYear()}`),
    },
  ],
}

afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function buildAt(day: string) {
  vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] })
  mkdirSync(join(folder, 'state'), { recursive: true })
  mkdirSync(join(folder, 'site/client'), { recursive: true })
  const { written } = await writeSite(environment, createContentCopy('test', 'demo'), compiled)
  return { written, text: readFileSync(page, 'utf8'), inode: statSync(page).ino }
}

it('unchanged pages are rendered again only in a new year', async () => {
  const first = await buildAt('2026-01-02')
  expect(first.text).toBe('© 2026')
  const later = await buildAt('2026-12-31')
  expect(later).toEqual({ ...first, written: 0 })
  expect(await buildAt('2027-01-01')).toMatchObject({ written: 1, text: '© 2027' })
})

it('the cut fonts that pages name are made and kept, and the others are removed', async () => {
  const assets = join(folder, 'site/client/_astro')
  mkdirSync(assets, { recursive: true })
  copyFileSync(
    'node_modules/@fontsource/noto-sans-ol-chiki/files/noto-sans-ol-chiki-ol-chiki-400-normal.woff2',
    join(assets, 'ol-chiki.A1.woff2'),
  )
  const fonts = join(folder, 'site/client', cutFontFolder)
  const buildWith = async (words: readonly string[]) => {
    const pages = words.map((word, index) => ({
      file: `${index}.html`,
      cacheKey: word,
      render: async () =>
        Buffer.from(`<p>${createCutFontPath('/_astro/ol-chiki.A1.woff2', word)} ${word}</p>`),
    }))
    const templates = { id: 'templates', listPages: async () => pages }
    const { written } = await writeSite(environment, createContentCopy('test', 'demo'), templates)
    return { written, fonts: existsSync(fonts) ? readdirSync(fonts).sort() : [] }
  }
  const first = await buildWith(['ᱥᱟ', 'ᱟᱥ', 'ᱱᱛ'])
  expect(first).toMatchObject({ written: 5, fonts: { length: 2 } })
  expect(await buildWith(['ᱥᱟ', 'ᱟᱥ', 'ᱱᱛ'])).toEqual({ ...first, written: 0 })
  rmSync(join(fonts, first.fonts[0]!))
  expect(await buildWith(['ᱥᱟ', 'ᱟᱥ', 'ᱱᱛ'])).toEqual({ ...first, written: 1 })
  expect(await buildWith(['', 'ᱟᱥ', 'ᱱᱛ'])).toEqual({ ...first, written: 1 })
  const fewer = await buildWith(['', 'ᱱᱛ'])
  expect(fewer.fonts).toHaveLength(1)
  expect(first.fonts).toContain(fewer.fonts[0])
  expect((await buildWith([''])).fonts).toEqual([])
})

it('a text that looks like the path of a cut font doesn’t stop the build', async () => {
  const render = async () => Buffer.from('/_fonts/1/none.A.g1.woff2 /_fonts/1/x.woff2')
  const templates = {
    id: 'templates',
    listPages: async () => [{ file: 'a.html', cacheKey: 'fonts', render }],
  }
  await writeSite(environment, createContentCopy('test', 'demo'), templates)
  expect(existsSync(join(folder, 'site/client/_fonts'))).toBe(false)
})
