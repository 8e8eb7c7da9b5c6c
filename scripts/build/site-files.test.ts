import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { buildEnvironmentSchema } from '../../src/content/build-environment.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
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
/** A page whose only change is the year. */
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

it('renders unchanged pages again in a new year only', async () => {
  const first = await buildAt('2026-01-02')
  expect(first.text).toBe('© 2026')
  const later = await buildAt('2026-12-31')
  expect(later).toEqual({ ...first, written: 0 })
  expect(await buildAt('2027-01-01')).toMatchObject({ written: 1, text: '© 2027' })
})
