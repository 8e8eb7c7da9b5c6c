/** `desk import` as an editor runs it, from WordPress and from Ghost, into an empty database. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redirectKey } from '../../../src/domain/redirect.ts'
import { rebuild, runningStack } from '../../local/running-stack.ts'
import { type DeskFolder, deskFolder } from '../desk-process.ts'
import { deskOf, emptyProject, everythingOf } from './other-project.ts'

const stack = runningStack()
const samples = join(import.meta.dirname, '../import/samples')
const fallback = 'fallbackPicture: { file: cloth.jpg, alt: Plain cotton, credit: Studio }'

// The site is told of what came in, and is left at rest.
afterAll(() => rebuild(stack))

/** An empty database, and a folder with the source in it. */
async function newcomer(file: string, text: string) {
  const folder: DeskFolder = deskFolder(stack)
  const colour = { create: { width: 90, height: 60, channels: 3, background: 'linen' } } as const
  folder.write('cloth.jpg', await sharp(colour).jpeg().toBuffer())
  folder.write(file, text)
  const projectId = emptyProject()
  return {
    folder,
    everything: async () => everythingOf(await deskOf(projectId)),
    run: (...args: string[]) =>
      folder.runWith({ FIREBASE_PROJECT_ID: projectId }, 'import', ...args),
    /** The editor's decisions. */
    decide() {
      const mapping = folder.read('import.yaml').replace(/^fallbackPicture:.*$/m, fallback)
      const author = /^ {4}slug: (\S+)/m.exec(mapping)![1]
      folder.write(
        'import.yaml',
        mapping
          .replace(/^otherAuthor: choose/m, `otherAuthor: ${author}`)
          .replaceAll(': choose', ': culture'),
      )
    },
    /** Of the last run, by post. */
    notes: () =>
      folder
        .read('import.report.jsonl')
        .split('\n')
        .filter((line) => line.includes('"fate"'))
        .map((line) => JSON.parse(line))
        .map(({ source, notes }) => `${source}: ${notes.join('; ')}`),
    has: (name: string) => existsSync(join(folder.path, name)),
  }
}

describe.each([
  {
    name: 'wordpress',
    file: 'classic-1.1.xml',
    // Nothing is fetched from wherever a source says.
    edit: (text: string) => text.replaceAll('http://ferry.example/wp-', 'http://127.0.0.1:9/wp-'),
    article: 'articles/water',
    noted: 'is on a private network',
    from: '/2014/05/water',
    to: '/water',
  },
  {
    name: 'ghost',
    file: 'ghost-5.json',
    edit: (text: string) => text,
    article: 'articles/on-ice',
    noted: 'is not there',
    from: '/tag/work',
    to: '/category/culture',
  },
])('desk import $name', ({ name, file, edit, article, noted, from, to }) => {
  let at: Awaited<ReturnType<typeof newcomer>>
  beforeAll(async () => {
    at = await newcomer(file, edit(readFileSync(join(samples, file), 'utf8')))
  })
  afterAll(() => at.folder.remove())

  it('makes a mapping, imports, and changes nothing the second time', async () => {
    expect((await at.run(name, file)).code).toBe(1)
    expect(await at.everything()).toEqual({})
    at.decide()
    const first = await at.run(name, file)
    expect(first.code, first.errors).toBe(0)
    const stored = await at.everything()
    expect(stored[article]).toMatchObject({ image: { alt: 'Plain cotton' } })
    expect(stored[`redirects/${await redirectKey(from)}`]).toEqual({ from, to })
    const lost = at.notes()
    expect(lost.join()).toContain(noted)

    const second = await at.run(name, file)
    expect(second).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 added, 0 updated, .*; 0 redirects/m),
    })
    expect(await at.everything()).toEqual(stored)
    expect(at.notes()).toEqual(lost)
  })
})

it('writes nothing in a dry run but a report of its own', async () => {
  const at = await newcomer('ghost-5.json', readFileSync(join(samples, 'ghost-5.json'), 'utf8'))
  const dry = await at.run('ghost', 'ghost-5.json', '--dry-run')
  expect(dry.code).toBe(1)
  expect([dry.out.includes('import.yaml would be:'), at.has('import.yaml')]).toEqual([true, false])

  // What it would be, taken at its word.
  at.folder.write(
    'import.yaml',
    dry.out.slice(dry.out.indexOf('\n\n# What'), dry.out.indexOf('import.yaml says')),
  )
  at.decide()
  at.folder.write('import.report.md', 'What was lost in earnest')
  expect(await at.run('ghost', 'ghost-5.json', '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining('notes in import.dry-run.report.md'),
  })
  expect(at.folder.read('import.report.md')).toBe('What was lost in earnest')
  expect(await at.everything()).toEqual({})
  at.folder.remove()
})

it('refuses an option that it does not know before it does anything', async () => {
  const desk = deskFolder(stack)
  const answers = await Promise.all([
    desk.run('import', 'wordpress', 'there-is-none.xml', '--overwrit'),
    desk.run('export', 'out', '--histories'),
  ])
  expect(answers.map(({ code }) => code)).toEqual([2, 2])
  expect(answers[0]!.errors).toContain('--overwrit')
  expect(existsSync(join(desk.path, 'out'))).toBe(false)
  desk.remove()
})
