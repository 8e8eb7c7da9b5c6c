import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBuildInputs, recordBuildInputs, recordCompiling } from './build-inputs.ts'

let folder: string
let folders: { BUILD_OUTPUT: string; BUILD_STATE: string }

const write = (path: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-inputs-'))
  folders = { BUILD_OUTPUT: join(folder, 'dist'), BUILD_STATE: join(folder, 'state') }
  for (const file of ['client/favicon.ico', 'client/_astro/page.js', 'client/index.html']) {
    write(`dist/${file}`)
  }
  write('dist/server/chunks/one.mjs')
  write('dist/server/.dev.vars')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Lists missing files. This test copies only one file of the project's `public/`. */
const missing = () =>
  readBuildInputs(folders)!.missing.filter((file) =>
    /one\.mjs|page\.js|index|dev|favicon\.ico/.test(file),
  )

describe('the build inputs', () => {
  it('are null before the first build', () => {
    expect(readBuildInputs(folders)).toBeNull()
  })

  it('contain the compiled files, once they’re complete', () => {
    recordCompiling(folders)
    expect(readBuildInputs(folders)).toMatchObject({
      isFromThisState: true,
      compileId: null,
      missing: [],
    })
    recordBuildInputs(folders, 'code')
    expect(readBuildInputs(folders)).toMatchObject({ isFromThisState: true, compileId: 'code' })
    expect(missing()).toEqual([])
    const other = { ...folders, BUILD_STATE: join(folder, 'other') }
    expect(readBuildInputs(other)).toMatchObject({ isFromThisState: false })
  })

  it.each([
    ['the Worker', 'server', ['server/chunks/one.mjs']],
    ['scripts and styles', 'client/_astro', ['client/_astro/page.js']],
    ['what was copied there', 'client/favicon.ico', ['client/favicon.ico']],
    ['the site', 'client', ['client/_astro/page.js', 'client/favicon.ico']],
    // Files that every build writes, or that no build needs.
    ['a page', 'client/index.html', []],
    ['a hidden file', 'server/.dev.vars', []],
  ])('list the missing files: %s', (_, removed, expected) => {
    recordBuildInputs(folders, 'code')
    rmSync(join(folders.BUILD_OUTPUT, removed), { recursive: true })
    expect(missing()).toEqual(expected)
  })
})
