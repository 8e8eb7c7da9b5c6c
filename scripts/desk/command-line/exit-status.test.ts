import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { runDeskInProcess } from '../testing/run-in-process.ts'
import { exitCodes, worstStatus } from './exit-status.ts'

const folder = createTestFolder()

/** A command in an empty folder, without any service to call. */
const environment = {
  FIREBASE_PROJECT_ID: 'demo-nowhere',
  FIRESTORE_URL: 'http://127.0.0.1:9',
  SITE_URL: 'http://127.0.0.1:9',
  INIT_CWD: folder,
}
const desk = (...args: readonly string[]) => runDeskInProcess(environment, args)

describe('the worst exit status', () => {
  it('is chosen from several statuses', async () => {
    expect(worstStatus([])).toBe('done')
    expect(worstStatus(['done', 'notNotified', 'done'])).toBe('notNotified')
    expect(worstStatus(['notNotified', 'refused', 'conflict'])).toBe('conflict')
  })

  it('is reported with a code that no other status has', async () => {
    expect(new Set(Object.values(exitCodes)).size).toBe(Object.keys(exitCodes).length)
  })
})

describe('the desk', () => {
  it('exits with the code of its status', () => {
    const { status } = spawnSync(process.execPath, ['scripts/desk/desk.ts', 'pubish'])
    expect(status).toBe(2)
  })

  it('prints help', async () => {
    const { code, out } = await desk('help')
    expect(code).toBe(0)
    for (const command of ['publish', 'rename', 'status']) expect(out).toContain(command)
    for (const exitCode of Object.values(exitCodes))
      expect(out).toMatch(new RegExp(`^  ${exitCode}  `, 'm'))
    expect((await desk('help', 'publish')).out).toContain('--wait')
  })

  it.each([
    [],
    ['pubish'],
    ['publish'],
    ['publish', '--wiat', 'a.md'],
    ['schedule', 'a.md', '--at', 'tomorrow'],
    ['schedule', 'a.md', '--at', '01/02/2099 09:00'],
    ['help', 'constructor'],
    ['rename', 'one'],
    ['rename', 'one', 'Two'],
    ['stats', 'nosuch'],
    ['stats', 'story', 'No Slug'],
    ['stats', 'plans', 'rain'],
    ['stats', '--csv', '--json'],
    ['ratings', 'No Slug'],
    ['ratings', 'one', 'two'],
    ['gift-links', 'No Slug'],
    ['gift-links', 'one', 'two'],
    ['picture'],
    ['picture', 'remove'],
    ['picture', 'remove', 'no-such-file.jpg'],
    ['picture', 'remove', '.'],
    ['picture', 'restore', 'a'],
    ['role', 'no reader'],
    ['role', 'nobody@example.com', 'owner'],
    ['export'],
    ['list', '--collection', 'nosuch'],
    ['log', 'a-story', '--show', 'one', '--restore', 'one'],
    ['log', 'home', '--collection', 'fronts'],
    ['import', 'readers', 'a.csv', '--mapping', 'import.yaml'],
    ['import', 'readers', 'a.csv', '--overwrite'],
    ['import', 'wordpress', 'a.xml', '--paid-until', '2027-01-31'],
    ['preview', 'No Slug'],
    ['withdraw', 'No Slug'],
    ['unpublish'],
    ['duplicate', 'a-story', '--collection', 'nosuch'],
    ['withdraw', 'a-story', '--wait', '--timeout', 'long'],
    ['reader'],
    ['reader', 'find'],
    ['reader', 'forget', 'somebody'],
    ['reader', 'find', 'somebody', 'more'],
    ['reader', 'grant', 'somebody'],
    ['reader', 'end-sessions'],
    ['reader', 'payments'],
    ['reader', 'refund', 'somebody', 'more'],
    ['reader', 'hide-profile'],
    ['reader', 'hide-profile', 'somebody', 'more'],
    ['reader', 'grant', 'somebody', '--until', 'tomorrow'],
    ['reader', 'cancel', 'somebody', '--until-when', 'tomorrow'],
    ['reader', 'grant-credit', 'somebody', '--amount', '20'],
    ['reader', 'grant-credit', 'somebody', '--amount', '-20', '--message', 'x'],
    ['reader', 'remove-credit', 'somebody', '--amount', '20.5', '--message', 'x'],
    ['reader', 'remove-credit', 'somebody', '--amount', '2000', '--message', 'x'],
    ['reader', 'grant-credit', 'somebody', '--amount', '0', '--message', 'x'],
    ['gift', 'extend', 'NOSUCHORDER', '--until', 'later'],
    ['weekly', 'publish'],
    ['weekly', 'new', '--date', '2026-02-30'],
    ['weekly', 'status', 'No Slug'],
    ['weekly', 'approve', 'a.md', '--at', 'noon'],
  ])('exits with 2 for a wrong command line, before anything else: %j', async (...args) => {
    expect((await desk(...args)).code).toBe(2)
  })

  it.each([
    [['publish', '--foo'], 'Unknown option --foo.', ['publish FILE… [--wait]']],
    [
      ['publish', '--message'],
      '--message needs a value. If the value begins with "-", write --message=VALUE.',
      ['publish FILE… [--wait]'],
    ],
    [
      ['list', 'more'],
      '"list" takes options only, such as --status draft.',
      ['list [--status', 'list [--category'],
    ],
    [['list', '--status', 'Drafts'], 'Did you mean draft?', ['list [--status', 'list [--category']],
    [['stats', 'story'], 'Name exactly one slug after "story".', ['stats story SLUG']],
    [['stats', 'hide'], 'Name exactly one slug after "hide".', ['stats hide|show SLUG']],
    [
      ['gift', 'find'],
      'Name exactly one code, order ID, email address or uid after "find".',
      ['gift find CODE|ORDER|EMAIL|UID'],
    ],
    [['gift', 'show'], 'Name exactly one code or order ID after "show".', ['gift show GIFT']],
    [
      ['reader', 'grant'],
      'Name exactly one reader after "grant": an email address, a uid or a PayPal subscription ID.',
      ['reader grant READER'],
    ],
    [['reader', 'forget'], '"reader" must be followed by one of find', []],
    [
      ['role'],
      'Name one reader, by email address or uid, and one role at most.',
      ['role READER', 'role READER writer|editor|support|operator|none'],
    ],
    [['withdraw'], 'Name exactly one slug.', ['withdraw SLUG']],
    [['weekly', 'stats'], 'Name exactly one slug.', ['weekly stats SLUG']],
  ])('says what is missing, and where the options are: %j', async (args, problem, usage) => {
    const [first, ...others] = (await desk(...args)).errors.trimEnd().split('\n')
    expect(first).toContain(problem)
    const last = others.pop()
    expect(last).toBe(`For the options: npm run desk -- help ${args[0]}`)
    const expected = usage.map((line) => expect.stringContaining(`Usage: npm run desk -- ${line}`))
    expect(others).toEqual(expected)
  })

  it('refuses a grant that would end in the past', async () => {
    const over = await desk('reader', 'grant', 'mira', '--until', '2020-01-01T00:00:00Z')
    expect(over.code).toBe(1)
    expect(over.errors).toContain('is in the past. Choose a later time.')
  })

  it('creates a manuscript with all fields, and never overwrites a file', async () => {
    expect((await desk('new', 'a-story')).code).toBe(0)
    const template = readFileSync(join(folder, 'a-story.md'), 'utf8')
    writeFileSync(join(folder, 'a-story.md'), `${template}More.`)
    expect((await desk('new', 'a-story')).code).toBe(1)
    expect(readFileSync(join(folder, 'a-story.md'), 'utf8')).toBe(`${template}More.`)
    const { code, errors } = await desk('check', 'a-story.md')
    expect(code).toBe(1)
    for (const field of ['title', 'dek', 'category', 'authors', 'image.file', 'image.alt']) {
      expect(errors).toMatch(new RegExp(`^a-story\\.md:\\d+:\\d+: ${field}: `, 'm'))
    }
    expect(errors).toContain(
      'a-story.md:14:1: "The free preview, which everybody can read." is the template’s text: replace or remove it',
    )
  })

  it.each([
    ['articles', 5],
    ['authors', 1],
    ['pages', 2],
    ['events', 1],
  ])('refuses leftovers of the template for %s', async (collection, lines) => {
    const name = `left-of-${collection}`
    expect((await desk('new', name, '--collection', collection)).code).toBe(0)
    const { errors } = await desk('check', `${name}.md`)
    expect(errors.match(/ is the template’s text: /g)).toHaveLength(lines)
  })

  it.each([
    ['new', 'My Story!'],
    ['rename', 'My Story!', 'my-story'],
    ['withdraw', 'My Story!'],
  ])('says how to write a slug: %j', async (...args) => {
    expect((await desk(...args)).errors).toMatch(
      /^"My Story!" isn’t a valid slug: use lowercase letters, digits and single hyphens, such as my-story\. Did you mean my-story\?\n/,
    )
  })

  it.each([
    ['stories/a-story', 'stories/a-story.md'],
    ['stories/north/a-story.md', 'stories/north/a-story.md'],
    ['./stories/../an-essay', 'an-essay.md'],
  ])('creates a manuscript at a path: %s', async (path, file) => {
    const { code, out } = await desk('new', path)
    expect(code).toBe(0)
    expect(out).toContain(`npm run desk -- check ${file}`)
    expect(readFileSync(join(folder, file), 'utf8')).toContain('title:')
    expect((await desk('new', path)).code).toBe(1)
  })

  it.each([
    '../outside',
    'stories/../../outside',
    join(tmpdir(), 'outside'),
    'stories/No Slug',
    'stories/..',
  ])('creates no manuscript at %s', async (path) => {
    const before = readdirSync(folder, { recursive: true })
    const { code, errors } = await desk('new', path)
    expect(code).toBe(2)
    expect(errors).not.toBe('')
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
    expect(existsSync(join(tmpdir(), 'outside.md'))).toBe(false)
    expect(existsSync(join(folder, '..', 'outside.md'))).toBe(false)
  })

  it('names the checks that need --online', async () => {
    const page = [
      '---',
      'collection: pages',
      'title: A',
      'dek: B',
      'revisedAt: 2026-11-21T00:00:00Z',
    ]
    writeFileSync(join(folder, 'a-page.md'), [...page, '---', 'Words.'].join('\n'))
    expect(await desk('check', 'a-page.md')).toEqual({
      code: 0,
      out: 'a-page.md: no problems\nAuthors and addresses weren’t checked. To check them, add --online.\n',
      errors: '',
    })
  })

  it('sorts problems by file and line', async () => {
    const broken = ['---', 'title: 1', 'colour: red', 'dek:', 'tags: [x]', 'image:', '---', 'Text.']
    writeFileSync(join(folder, 'second.md'), [...broken, '', '::figure{src="no.jpg"}'].join('\n'))
    writeFileSync(join(folder, 'first.md'), broken.join('\n'))
    const { errors } = await desk('check', 'second.md', 'first.md')
    const places = [...errors.matchAll(/^(\w+)\.md:(\d+):(\d+): /gm)].map(
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

  it('prints errors without control characters', async () => {
    const { errors } = await desk('\u001b[31mred\u001b]0;title\u0007')
    expect(errors).toBe(
      'Unknown command "\ufffd[31mred\ufffd]0;title\ufffd". For a list: npm run desk -- help\n',
    )
  })

  it('suggests a command for a misspelt command', async () => {
    const { errors } = await desk('publsih')
    expect(errors).toContain('Unknown command "publsih". Did you mean publish? For a list: ')
  })

  it('refuses to run without its keys, and reports only their names', async () => {
    const { code, errors } = await desk('status')
    expect(code).toBe(1)
    expect(errors).toContain('DESK_KEYS')
    expect((await desk('list')).errors).toContain('needs an access key')
  })
})
