import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeSnapshot } from './snapshots.ts'

let folder: string
const site = () => join(folder, 'site')
const snapshots = () => join(folder, 'snapshots')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  mkdirSync(join(site(), 'client'), { recursive: true })
  writeFileSync(join(site(), 'client', 'a.html'), 'first a')
  writeFileSync(join(site(), 'client', 'b.html'), 'first b')
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (snapshot: string, name: string) =>
  readFileSync(join(snapshot, 'client', name), 'utf8')
const inode = (snapshot: string, name: string) => statSync(join(snapshot, 'client', name)).ino

describe('snapshots', () => {
  it('do not change when the build writes over its files', () => {
    const first = takeSnapshot(site(), snapshots())
    writeFileSync(join(site(), 'client', 'a.html'), 'later a')
    expect(read(first, 'a.html')).toBe('first a')
    expect(read(takeSnapshot(site(), snapshots()), 'a.html')).toBe('later a')
    expect(read(first, 'a.html')).toBe('first a')
  })

  it('share the bytes of what did not change', () => {
    const first = takeSnapshot(site(), snapshots())
    writeFileSync(join(site(), 'client', 'a.html'), 'a longer one')
    const second = takeSnapshot(site(), snapshots())
    expect(inode(second, 'b.html')).toBe(inode(first, 'b.html'))
    expect(inode(second, 'a.html')).not.toBe(inode(first, 'a.html'))
  })

  it('do without what was removed, and keep the one before only', () => {
    const first = takeSnapshot(site(), snapshots())
    rmSync(join(site(), 'client', 'b.html'))
    const second = takeSnapshot(site(), snapshots())
    const third = takeSnapshot(site(), snapshots())
    expect(existsSync(join(third, 'client', 'b.html'))).toBe(false)
    expect([first, second, third].map((snapshot) => existsSync(snapshot))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('leave secrets behind', () => {
    writeFileSync(join(site(), '.dev.vars'), 'SECRET=1')
    expect(existsSync(join(takeSnapshot(site(), snapshots()), '.dev.vars'))).toBe(false)
  })
})
