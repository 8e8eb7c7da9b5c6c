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
    has: (name: string) => existsSync(join(folder.path, name)),
  }
}

const countsIn = (out: string) => /\d+ added.*left out/.exec(out)?.[0]

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
    from: '/tag/ice',
    to: '/category/culture',
  },
])('desk import $name', ({ name, file, edit, article, noted, from, to }) => {
  let at: Awaited<ReturnType<typeof newcomer>>
  beforeAll(async () => {
    at = await newcomer(file, edit(readFileSync(join(samples, file), 'utf8')))
  })
  afterAll(() => at.folder.remove())

  it('plans, imports, and changes nothing the second time', async () => {
    const dry = await at.run(name, file, '--dry-run')
    expect(dry.code).toBe(1)
    expect(dry.out).toContain('import.yaml would be:')
    expect(at.has('import.yaml')).toBe(false)

    expect(await at.run(name, file, '--plan')).toMatchObject({ code: 0 })
    at.decide()
    const trial = await at.run(name, file, '--dry-run')
    expect(trial).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was written.') })
    expect([at.has('import.dry-run.report.md'), at.has('import.report.md')]).toEqual([true, false])
    expect(await at.everything()).toEqual({})

    const first = await at.run(name, file)
    expect(first.code, first.errors).toBe(0)
    expect(countsIn(first.out)).toBe(countsIn(trial.out))
    const stored = await at.everything()
    expect(stored[article]).toMatchObject({ image: { alt: 'Plain cotton' } })
    expect(stored[`redirects/${await redirectKey(from)}`]).toEqual({ from, to })
    const lost = at.folder.read('import.report.jsonl')
    expect(lost).toContain(noted)

    const second = await at.run(name, file)
    expect(second).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 added, 0 updated, .*; 0 redirects/m),
    })
    expect(await at.everything()).toEqual(stored)
    const notes = (lines: string) => lines.split('\n').map((line) => line && JSON.parse(line).notes)
    expect(notes(at.folder.read('import.report.jsonl')).slice(0, -2)).toEqual(
      notes(lost).slice(0, -2),
    )
  })
})

it('knows its options and sources, and refuses others before it reads anything', async () => {
  const desk = deskFolder(stack)
  const answers = await Promise.all([
    desk.run('import', 'wordpress', 'there-is-none.xml', '--overwrit'),
    desk.run('export', 'out', '--histories'),
    desk.run('import', 'blogger', 'there-is-none.xml'),
    desk.run('import', 'wordpress', 'there-is-none.xml'),
  ])
  expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 1])
  expect(answers[0]!.errors).toContain('--overwrit')
  expect(existsSync(join(desk.path, 'out'))).toBe(false)
  desk.remove()
})
