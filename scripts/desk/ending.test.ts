import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { exitCodes, gravest } from './ending.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The command as a process, in an empty folder, with nothing that it could ask. */
function desk(...args: readonly string[]) {
  const environment = {
    FIREBASE_PROJECT_ID: 'demo-nowhere',
    FIRESTORE_URL: 'http://127.0.0.1:9',
    SITE_URL: 'http://127.0.0.1:9',
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/desk/desk.ts', ...args],
    { encoding: 'utf8', env: { ...process.env, ...environment, INIT_CWD: folder } },
  )
  return { status, stdout, stderr }
}

describe('the gravest ending', () => {
  it('is what a script has to know of first', () => {
    expect(gravest([])).toBe('done')
    expect(gravest(['done', 'untold', 'done'])).toBe('untold')
    expect(gravest(['untold', 'refused', 'conflict'])).toBe('conflict')
  })

  it('has a code of its own', () => {
    expect(new Set(Object.values(exitCodes)).size).toBe(Object.keys(exitCodes).length)
  })
})

describe('the desk as a process', () => {
  it('says what it can do', () => {
    const { status, stdout } = desk('help')
    expect(status).toBe(0)
    for (const command of ['publish', 'rename', 'watch']) expect(stdout).toContain(command)
    for (const code of Object.values(exitCodes))
      expect(stdout).toMatch(new RegExp(`^  ${code}  `, 'm'))
    expect(desk('help', 'publish').stdout).toContain('--wait')
  })

  it.each([
    [],
    ['pubish'],
    ['publish'],
    ['publish', '--wiat', 'a.md'],
    ['schedule', 'a.md', '--at', 'tomorrow'],
    ['help', 'constructor'],
    ['rename', 'one'],
  ])('ends with 2 where it is called wrongly: %j', (...args) => {
    expect(desk(...args).status).toBe(2)
  })

  it('begins a manuscript, never over another, which has all that is to be filled in', () => {
    expect(desk('new', 'a-story').status).toBe(0)
    const begun = readFileSync(join(folder, 'a-story.md'), 'utf8')
    writeFileSync(join(folder, 'a-story.md'), `${begun}More.`)
    expect(desk('new', 'a-story').status).toBe(1)
    expect(readFileSync(join(folder, 'a-story.md'), 'utf8')).toBe(`${begun}More.`)
    const { status, stderr } = desk('check', 'a-story.md')
    expect(status).toBe(1)
    for (const field of ['title', 'dek', 'category', 'authors', 'image.file', 'image.alt']) {
      expect(stderr).toMatch(new RegExp(`^a-story\\.md:\\d+:\\d+: ${field}: `, 'm'))
    }
  })

  it('refuses to run without its keys, and names them without their values', () => {
    const { status, stderr } = desk('list')
    expect(status).toBe(1)
    expect(stderr).toContain('DESK_KEYS')
  })
})
