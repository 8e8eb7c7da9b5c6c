import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteBuiltFrom, noteCompiling, readBuiltFrom } from './built-from.ts'

let folder: string
let places: { BUILD_OUTPUT: string; BUILD_STATE: string }

const write = (path: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-from-'))
  places = { BUILD_OUTPUT: join(folder, 'dist'), BUILD_STATE: join(folder, 'state') }
  for (const file of ['client/favicon.ico', 'client/_astro/page.js', 'client/index.html']) {
    write(`dist/${file}`)
  }
  write('dist/server/chunks/one.mjs')
  write('dist/server/.dev.vars')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The project's own `public/` was not copied here, apart from one file. */
const missing = () =>
  readBuiltFrom(places)!.missing.filter((file) =>
    /one\.mjs|page\.js|index|dev|favicon\.ico/.test(file),
  )

describe('the note in an output', () => {
  it('is none before anything was built there', () => {
    expect(readBuiltFrom(places)).toBeNull()
  })

  it('says what it was compiled from, once it is whole', () => {
    noteCompiling(places)
    expect(readBuiltFrom(places)).toMatchObject({ isOwn: true, compileId: null, missing: [] })
    noteBuiltFrom(places, 'code')
    expect(readBuiltFrom(places)).toMatchObject({ isOwn: true, compileId: 'code' })
    expect(missing()).toEqual([])
    const other = { ...places, BUILD_STATE: join(folder, 'other') }
    expect(readBuiltFrom(other)).toMatchObject({ isOwn: false })
  })

  it.each([
    ['the Worker', 'server', ['server/chunks/one.mjs']],
    ['scripts and styles', 'client/_astro', ['client/_astro/page.js']],
    ['what was copied there', 'client/favicon.ico', ['client/favicon.ico']],
    ['the site', 'client', ['client/_astro/page.js', 'client/favicon.ico']],
    // Every build writes these by itself, or needs none.
    ['a page', 'client/index.html', []],
    ['a hidden file', 'server/.dev.vars', []],
  ])('names what is missing: %s', (_, removed, expected) => {
    noteBuiltFrom(places, 'code')
    rmSync(join(places.BUILD_OUTPUT, removed), { recursive: true })
    expect(missing()).toEqual(expected)
  })
})
