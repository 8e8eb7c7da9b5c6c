import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { extendEnvironment } from '../../dev/dev-environment.ts'
import { exitCodes, worstStatus } from './exit-status.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The command as a process, in an empty folder, without any service to call. */
function desk(...args: readonly string[]) {
  const environment = {
    FIREBASE_PROJECT_ID: 'demo-nowhere',
    FIRESTORE_URL: 'http://127.0.0.1:9',
    SITE_URL: 'http://127.0.0.1:9',
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/desk/desk.ts', ...args],
    { encoding: 'utf8', env: extendEnvironment({ ...environment, INIT_CWD: folder }) },
  )
  return { status, stdout, stderr }
}

describe('the worst exit status', () => {
  it('is chosen from several', () => {
    expect(worstStatus([])).toBe('done')
    expect(worstStatus(['done', 'notNotified', 'done'])).toBe('notNotified')
    expect(worstStatus(['notNotified', 'refused', 'conflict'])).toBe('conflict')
  })

  it('has its own code', () => {
    expect(new Set(Object.values(exitCodes)).size).toBe(Object.keys(exitCodes).length)
  })
})

describe('the desk as a process', () => {
  it('prints help', () => {
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
    ['rename', 'one', 'Two'],
    ['stats', 'nosuch'],
    ['stats', 'story', 'No Slug'],
    ['role', 'no reader'],
    ['export'],
    ['list', '--collection', 'nosuch'],
    ['log', 'a-story', '--show', 'one', '--restore', 'one'],
    ['import', 'readers', 'a.csv', '--mapping', 'import.yaml'],
    ['import', 'readers', 'a.csv', '--overwrite'],
    ['import', 'wordpress', 'a.xml', '--paid-until', '2027-01-31'],
    ['preview', 'No Slug'],
    ['withdraw', 'No Slug'],
    ['withdraw', 'a-story', '--wait', '--timeout', 'long'],
    ['weekly', 'status', 'No Slug'],
    ['weekly', 'approve', 'a.md', '--at', 'noon'],
  ])('exits with 2 for a wrong command line, before anything else: %j', (...args) => {
    expect(desk(...args).status).toBe(2)
  })

  it.each([
    [['publish', '--foo'], 'Unknown option --foo.', ['publish FILE… [--wait]']],
    [
      ['publish', '--by'],
      '--by needs a value. If the value begins with "-", write --by=VALUE.',
      ['publish FILE… [--wait]'],
    ],
    [['list', 'more'], '"list" takes only options.', ['list [', 'list --needs']],
    [['stats', 'story'], 'Give exactly one slug after "story".', ['stats story SLUG']],
    [['stats', 'hide'], 'Give exactly one slug after "hide".', ['stats hide|show SLUG']],
    [
      ['gift', 'find'],
      'Give exactly one code, order, email address or uid after "find".',
      ['gift find CODE|ORDER|EMAIL|UID'],
    ],
    [['gift', 'show'], 'Give exactly one code or order after "show".', ['gift show GIFT']],
    [
      ['reader', 'grant'],
      'Give exactly one reader after "grant": an email address, a uid or a PayPal subscription ID.',
      ['reader grant READER'],
    ],
    [['reader', 'forget'], '"reader" must be followed by one of find', []],
    [
      ['role'],
      'Give one reader, by email address or uid, and at most one role.',
      ['role READER', 'role READER editor|none'],
    ],
    [['withdraw'], 'Give exactly one slug.', ['withdraw SLUG']],
    [['weekly', 'stats'], 'Give exactly one slug.', ['weekly stats SLUG']],
  ])('says what to give, and where the options are: %j', (args, problem, usage) => {
    const [first, ...others] = desk(...args)
      .stderr.trimEnd()
      .split('\n')
    expect(first).toContain(problem)
    const last = others.pop()
    expect(last).toBe(`For the options: npm run desk -- help ${args[0]}`)
    const expected = usage.map((line) => expect.stringContaining(`Usage: npm run desk -- ${line}`))
    expect(others).toEqual(expected)
  })

  it('creates a manuscript with all fields, and overwrites none', () => {
    expect(desk('new', 'a-story').status).toBe(0)
    const template = readFileSync(join(folder, 'a-story.md'), 'utf8')
    writeFileSync(join(folder, 'a-story.md'), `${template}More.`)
    expect(desk('new', 'a-story').status).toBe(1)
    expect(readFileSync(join(folder, 'a-story.md'), 'utf8')).toBe(`${template}More.`)
    const { status, stderr } = desk('check', 'a-story.md')
    expect(status).toBe(1)
    for (const field of ['title', 'dek', 'category', 'authors', 'image.file', 'image.alt']) {
      expect(stderr).toMatch(new RegExp(`^a-story\\.md:\\d+:\\d+: ${field}: `, 'm'))
    }
    expect(stderr).toContain(
      'a-story.md:13:1: "The free preview, which everybody can read." is the template’s text: replace or remove it',
    )
  })

  it.each([
    ['articles', 4],
    ['authors', 1],
    ['pages', 2],
    ['events', 1],
  ])('refuses what is left of the template of %s', (collection, lines) => {
    const name = `left-of-${collection}`
    expect(desk('new', name, '--collection', collection).status).toBe(0)
    const { stderr } = desk('check', `${name}.md`)
    expect(stderr.match(/ is the template’s text: /g)).toHaveLength(lines)
  })

  it.each([
    ['new', 'My Story!'],
    ['rename', 'My Story!', 'my-story'],
    ['withdraw', 'My Story!'],
  ])('says how to write a slug: %j', (...args) => {
    expect(desk(...args).stderr).toMatch(
      /^"My Story!" isn’t a valid slug: use lowercase letters, digits and single hyphens, such as my-story\.\n/,
    )
  })

  it.each([
    ['stories/a-story', 'stories/a-story.md'],
    ['stories/north/a-story.md', 'stories/north/a-story.md'],
    ['./stories/../an-essay', 'an-essay.md'],
  ])('creates a manuscript at a path: %s', (path, file) => {
    const { status, stdout } = desk('new', path)
    expect(status).toBe(0)
    expect(stdout).toContain(`npm run desk -- check ${file}`)
    expect(readFileSync(join(folder, file), 'utf8')).toContain('title:')
    expect(desk('new', path).status).toBe(1)
  })

  it.each([
    '../outside',
    'stories/../../outside',
    join(tmpdir(), 'outside'),
    'stories/No Slug',
    'stories/..',
  ])('creates no manuscript at %s', (path) => {
    const before = readdirSync(folder, { recursive: true })
    const { status, stderr } = desk('new', path)
    expect(status).toBe(2)
    expect(stderr).not.toBe('')
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
    expect(existsSync(join(tmpdir(), 'outside.md'))).toBe(false)
    expect(existsSync(join(folder, '..', 'outside.md'))).toBe(false)
  })

  it('says what it checks only with --online', () => {
    const page = [
      '---',
      'collection: pages',
      'title: A',
      'dek: B',
      'revisedAt: 2026-11-21T00:00:00Z',
    ]
    writeFileSync(join(folder, 'a-page.md'), [...page, '---', 'Words.'].join('\n'))
    expect(desk('check', 'a-page.md')).toEqual({
      status: 0,
      stdout:
        'a-page.md: no problems\nAuthors and address weren’t checked. To check them, add --online.\n',
      stderr: '',
    })
  })

  it('sorts problems by file and line', () => {
    const broken = ['---', 'title: 1', 'colour: red', 'dek:', 'tags: [x]', 'image:', '---', 'Text.']
    writeFileSync(join(folder, 'second.md'), [...broken, '', '::figure{src="no.jpg"}'].join('\n'))
    writeFileSync(join(folder, 'first.md'), broken.join('\n'))
    const { stderr } = desk('check', 'second.md', 'first.md')
    const places = [...stderr.matchAll(/^(\w+)\.md:(\d+):(\d+): /gm)].map(
      ([, file, line, column]) => [file === 'second' ? 0 : 1, Number(line), Number(column)],
    )
    expect(places.length).toBeGreaterThan(6)
    expect(new Set(places.map(([file]) => file))).toEqual(new Set([0, 1]))
    const sorted = places.toSorted((one, other) => {
      const differing = one.findIndex((value, index) => value !== other[index])
      return differing < 0 ? 0 : one[differing]! - other[differing]!
    })
    expect(places).toEqual(sorted)
  })

  it('prints errors without control characters', () => {
    const { stderr } = desk('\u001b[31mred\u001b]0;title\u0007')
    expect(stderr).toBe(
      'Unknown command "\ufffd[31mred\ufffd]0;title\ufffd". For a list: npm run desk -- help\n',
    )
  })

  it('refuses to run without its keys, and reports only their names', () => {
    const { status, stderr } = desk('list')
    expect(status).toBe(1)
    expect(stderr).toContain('DESK_KEYS')
  })
})
