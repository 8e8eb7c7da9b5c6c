import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePublishedState } from '../../../src/content/manuscript/format-manuscript.ts'
import { parseManuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { readManuscripts, updateManuscriptFile } from './manuscript-file.ts'

const version = '2026-11-21T09:30:00.123456Z'

describe('the version written back', () => {
  it('changes only the version of every sample manuscript', () => {
    for (const folder of ['articles', 'authors', 'tags', 'pages', 'events']) {
      for (const { path, fields, body } of readManuscripts(join('scripts/dev/sample', folder))) {
        const marked = parseManuscript(
          path,
          writePublishedState(readFileSync(path, 'utf8'), { version }),
        )
        expect(marked).toMatchObject({ ok: true, value: { version, fields, body } })
      }
    }
  })

  it('keeps the file’s permissions', () => {
    const file = join(createTestFolder({ 'a.md': '---\ntitle: A\n---\nB\n' }), 'a.md')
    chmodSync(file, 0o640)
    updateManuscriptFile(file, { version })
    expect(readFileSync(file, 'utf8')).toContain(`version: "${version}"`)
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })
})
