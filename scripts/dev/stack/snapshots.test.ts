import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLatestSnapshot, takeSnapshot } from './snapshots.ts'

let folder: string
const siteFolder = () => join(folder, 'site')
const snapshotFolder = () => join(folder, 'snapshots')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  mkdirSync(join(siteFolder(), 'client'), { recursive: true })
  writeFileSync(join(siteFolder(), 'client', 'a.html'), 'first a')
  writeFileSync(join(siteFolder(), 'client', 'b.html'), 'first b')
})
afterEach(() => rmSync(folder, { recursive: true }))

const readFile = (snapshot: string, name: string) =>
  readFileSync(join(snapshot, 'client', name), 'utf8')
const readInode = (snapshot: string, name: string) => statSync(join(snapshot, 'client', name)).ino

describe('snapshots', () => {
  it('don’t change when the build overwrites its files', () => {
    const first = takeSnapshot(siteFolder(), snapshotFolder())
    writeFileSync(join(siteFolder(), 'client', 'a.html'), 'later a')
    expect(readFile(first, 'a.html')).toBe('first a')
    expect(readFile(takeSnapshot(siteFolder(), snapshotFolder()), 'a.html')).toBe('later a')
    expect(readFile(first, 'a.html')).toBe('first a')
  })

  it('share the bytes of unchanged files', () => {
    const first = takeSnapshot(siteFolder(), snapshotFolder())
    writeFileSync(join(siteFolder(), 'client', 'a.html'), 'a longer one')
    const second = takeSnapshot(siteFolder(), snapshotFolder())
    expect(readInode(second, 'b.html')).toBe(readInode(first, 'b.html'))
    expect(readInode(second, 'a.html')).not.toBe(readInode(first, 'a.html'))
  })

  it('drop removed files, and keep only the previous snapshot', () => {
    const first = takeSnapshot(siteFolder(), snapshotFolder())
    rmSync(join(siteFolder(), 'client', 'b.html'))
    const second = takeSnapshot(siteFolder(), snapshotFolder())
    const third = takeSnapshot(siteFolder(), snapshotFolder())
    expect(existsSync(join(third, 'client', 'b.html'))).toBe(false)
    expect([first, second, third].map((snapshot) => existsSync(snapshot))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('don’t change the one that is served when a third is made of the first', () => {
    takeSnapshot(siteFolder(), snapshotFolder())
    const second = takeSnapshot(siteFolder(), snapshotFolder())
    writeFileSync(join(siteFolder(), 'client', 'a.html'), 'a longer one')
    mkdirSync(join(siteFolder(), 'client', 'b'))
    rmSync(join(siteFolder(), 'client', 'b.html'))
    const third = takeSnapshot(siteFolder(), snapshotFolder())
    expect(readFile(second, 'a.html')).toBe('first a')
    expect(readFile(second, 'b.html')).toBe('first b')
    expect(readFile(third, 'a.html')).toBe('a longer one')
    expect(readdirSync(join(third, 'client'))).toEqual(['a.html', 'b'])
  })

  it('replace folders by files and files by folders', () => {
    takeSnapshot(siteFolder(), snapshotFolder())
    takeSnapshot(siteFolder(), snapshotFolder())
    rmSync(join(siteFolder(), 'client', 'a.html'))
    mkdirSync(join(siteFolder(), 'client', 'a.html'))
    writeFileSync(join(siteFolder(), 'client', 'a.html', 'inner'), 'inner')
    expect(readFile(takeSnapshot(siteFolder(), snapshotFolder()), 'a.html/inner')).toBe('inner')
    takeSnapshot(siteFolder(), snapshotFolder())
    rmSync(join(siteFolder(), 'client', 'a.html'), { recursive: true })
    writeFileSync(join(siteFolder(), 'client', 'a.html'), 'a file again')
    expect(readFile(takeSnapshot(siteFolder(), snapshotFolder()), 'a.html')).toBe('a file again')
  })

  it('begin with what an interrupted one has left', () => {
    const first = takeSnapshot(siteFolder(), snapshotFolder())
    const draft = join(snapshotFolder(), 'draft')
    mkdirSync(join(draft, 'client'), { recursive: true })
    writeFileSync(join(draft, 'client', 'a.html'), 'fir')
    writeFileSync(join(draft, 'client', 'of-an-older-site.html'), '')
    expect(findLatestSnapshot(snapshotFolder())).toBe(first)
    const second = takeSnapshot(siteFolder(), snapshotFolder())
    expect(readdirSync(join(second, 'client'))).toEqual(['a.html', 'b.html'])
    expect(readFile(second, 'a.html')).toBe('first a')
  })

  it('leave out secrets', () => {
    writeFileSync(join(siteFolder(), '.dev.vars'), 'SECRET=1')
    expect(existsSync(join(takeSnapshot(siteFolder(), snapshotFolder()), '.dev.vars'))).toBe(false)
  })
})
