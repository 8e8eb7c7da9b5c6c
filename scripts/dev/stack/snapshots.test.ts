import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder, writeTestFiles } from '../../shared/testing/test-folder.ts'
import { findLatestSnapshot, takeSnapshot } from './snapshots.ts'

let folder: string
const siteFolder = () => join(folder, 'site')
const snapshotFolder = () => join(folder, 'snapshots')

beforeEach(() => {
  folder = createTestFolder()
  write('a.html', 'first a')
  write('b.html', 'first b')
})

const write = (name: string, text: string) =>
  writeTestFiles(folder, { [`site/client/${name}`]: text })
const take = () => takeSnapshot(siteFolder(), snapshotFolder())
const readFile = (snapshot: string, name: string) =>
  readFileSync(join(snapshot, 'client', name), 'utf8')
const readInode = (snapshot: string, name: string) => statSync(join(snapshot, 'client', name)).ino

describe('snapshots', () => {
  it('don’t change when the build overwrites its files', () => {
    const first = take()
    write('a.html', 'a later one')
    expect(readFile(first, 'a.html')).toBe('first a')
    expect(readFile(take(), 'a.html')).toBe('a later one')
    expect(readFile(first, 'a.html')).toBe('first a')
  })

  it('share the bytes of unchanged files', () => {
    const first = take()
    write('a.html', 'a longer one')
    const second = take()
    expect(readInode(second, 'b.html')).toBe(readInode(first, 'b.html'))
    expect(readInode(second, 'a.html')).not.toBe(readInode(first, 'a.html'))
  })

  it('drop removed files, and keep only the previous snapshot', () => {
    const first = take()
    rmSync(join(siteFolder(), 'client', 'b.html'))
    const second = take()
    const third = take()
    expect(existsSync(join(third, 'client', 'b.html'))).toBe(false)
    expect([first, second, third].map((snapshot) => existsSync(snapshot))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('leave the served snapshot unchanged when a third is made from the first', () => {
    take()
    const second = take()
    write('a.html', 'a longer one')
    mkdirSync(join(siteFolder(), 'client', 'b'))
    rmSync(join(siteFolder(), 'client', 'b.html'))
    const third = take()
    expect(readFile(second, 'a.html')).toBe('first a')
    expect(readFile(second, 'b.html')).toBe('first b')
    expect(readFile(third, 'a.html')).toBe('a longer one')
    expect(readdirSync(join(third, 'client'))).toEqual(['a.html', 'b'])
  })

  it('replace folders with files and files with folders', () => {
    take()
    take()
    rmSync(join(siteFolder(), 'client', 'a.html'))
    write('a.html/inner', 'inner')
    expect(readFile(take(), 'a.html/inner')).toBe('inner')
    take()
    rmSync(join(siteFolder(), 'client', 'a.html'), { recursive: true })
    write('a.html', 'a file again')
    expect(readFile(take(), 'a.html')).toBe('a file again')
  })

  it('can start with the leftovers of an interrupted snapshot', () => {
    const first = take()
    const draft = 'snapshots/draft/client'
    writeTestFiles(folder, { [`${draft}/a.html`]: 'fir', [`${draft}/of-an-older-site.html`]: '' })
    expect(findLatestSnapshot(snapshotFolder())).toBe(first)
    const second = take()
    expect(readdirSync(join(second, 'client'))).toEqual(['a.html', 'b.html'])
    expect(readFile(second, 'a.html')).toBe('first a')
  })

  it('leave out secrets', () => {
    writeTestFiles(siteFolder(), { '.dev.vars': 'SECRET=1' })
    expect(existsSync(join(take(), '.dev.vars'))).toBe(false)
  })
})
