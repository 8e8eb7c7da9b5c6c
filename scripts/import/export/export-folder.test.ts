import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { DeskError } from '../../desk/command-line/exit-status.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { openExportFolder } from './export-folder.ts'
import { readManifest } from './export-manifest.ts'

let root: string
beforeEach(() => {
  root = createTestFolder()
})

describe('the folder of an export', () => {
  it('is complete only once its manifest says so, and can be updated', () => {
    const first = openExportFolder(root)
    first.write('articles/a.md', 'A')
    first.write('articles/b.md', 'B')
    expect(readManifest(root)).toMatchObject({ value: { complete: false } })
    first.finish({ articles: 2 })
    expect(readManifest(root)).toMatchObject({ value: { complete: true, counts: { articles: 2 } } })
    const { ino } = statSync(join(root, 'articles/a.md'))

    const second = openExportFolder(root)
    second.write('articles/a.md', 'A')
    second.finish({ articles: 1 })
    // An unchanged file isn't written again, and an obsolete one is removed.
    expect(statSync(join(root, 'articles/a.md')).ino).toBe(ino)
    expect(existsSync(join(root, 'articles/b.md'))).toBe(false)
  })

  it('can’t be a file', () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    expect(() => openExportFolder(file)).toThrow(DeskError)
  })

  it('can’t be a folder with other files', () => {
    writeFileSync(join(root, 'mine.txt'), 'mine')
    expect(() => openExportFolder(root)).toThrow(/isn’t empty/)
  })

  it('can’t contain links to other folders', () => {
    const elsewhere = join(root, 'elsewhere')
    const out = join(root, 'out')
    mkdirSync(elsewhere)
    openExportFolder(out).finish({})
    symlinkSync(elsewhere, join(out, 'articles'))
    expect(() => openExportFolder(out)).toThrow(/is a link/)
  })
})
