import { expect, it } from 'vitest'
import { createTestFolder } from '../shared/testing/test-folder.ts'
import { importSources } from './source-registry.ts'

const copy = createTestFolder()

it.each(['wordpress', 'substack', 'medium'])('names no folder for a folder of %s', (name) => {
  expect(importSources[name]!.resolveFolder(copy)).toBeNull()
})
