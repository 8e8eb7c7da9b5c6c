import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { importSources } from './source-registry.ts'

const copy = mkdtempSync(join(tmpdir(), 'source-registry-'))
afterAll(() => rmSync(copy, { recursive: true }))

it.each(['wordpress', 'substack', 'medium'])('names no folder for a folder of %s', (name) => {
  expect(importSources[name]!.resolveFolder(copy)).toBeNull()
})
