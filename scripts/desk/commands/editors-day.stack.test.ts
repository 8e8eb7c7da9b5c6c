/** An editor's day against the Worker, with an access key. access-key-only.stack.test.ts tests that it's all they need. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { commitWrites, readFields } from '../../../functions/testing/test-readers.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { requestRebuild } from '../../dev/stack/stack-client.ts'
import { openKeyDesk } from '../testing/key-desk.ts'

const desk = await openKeyDesk('editor')
const { folder } = desk
const name = createTestName()
const issueDate = '2026-11-29'
const [author, story] = [`author-${name}`, `story-${name}`]
let commands: string[] = []

beforeAll(async () => {
  const create = { width: 900, height: 600, channels: 3, background: '#356' } as const
  writeFileSync(join(folder, 'boat.jpg'), await sharp({ create }).jpeg().toBuffer())
})
afterAll(async () => {
  desk.remove()
  const copy = `drafts/articles~${story}-copy`
  await commitWrites([{ remove: `issues/${issueDate}` }, { remove: copy }])
})

async function run(...args: string[]) {
  commands.push(args.join(' '))
  return desk.runHere(...args)
}

/** Runs a command that must succeed without printing errors. Returns its output. */
async function succeed(...args: string[]) {
  const { code, out, errors } = await run(...args)
  expect({ code, errors, args }).toEqual({ code: 0, errors: '', args })
  return out
}

const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(join(folder, file), change(read(file)))

/** Fills in fields of the front matter, and writes the text. */
const fill = (file: string, fields: Readonly<Record<string, string>>, body?: string) =>
  edit(file, (text) => {
    let filled = text
    for (const [field, value] of Object.entries(fields))
      filled = filled.replace(new RegExp(`^( *${field}:).*$`, 'm'), `$1 ${value}`)
    return body === undefined ? filled : `${filled.split('\n---\n')[0]}\n---\n${body}\n`
  })

function countCommands() {
  const count = commands.length
  commands = []
  return count
}

const body = `They drew boats.[^1]

::figure{src="boat.jpg" alt="A boat" credit="Us"}

<!-- more -->

:::pullquote{by="Mira"}
We drew what we had.
:::

::embed{url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" title="A film"}

And then they stopped.

[^1]: In pencil.`

it('an editor publishes a first story with a new author, picture, quote, footnote and embed', async () => {
  await succeed('new', author, '--collection', 'authors')
  await succeed('new', story)
  fill(`${author}.md`, { name: 'Mira Bai', role: 'Writer', place: 'Dhaka' }, 'She draws.')
  edit(`${author}.md`, (text) => text.replace(/portrait:\n(?: .*\n)+/, ''))
  fill(
    `${story}.md`,
    {
      title: 'Fathers in pencil',
      dek: 'What they drew.',
      category: 'food',
      authors: `[${author}]`,
      file: 'boat.jpg',
      alt: 'A boat',
      credit: 'Us',
    },
    body,
  )
  await succeed('check', `${author}.md`, `${story}.md`)
  expect(await succeed('publish', `${author}.md`)).toContain(`/author/${author}`)
  const preview = await run('preview', `${story}.md`)
  expect(preview, preview.errors).toMatchObject({ code: 0 })
  expect((await fetch(preview.out)).status).toBe(200)
  expect(await succeed('publish', `${story}.md`)).toContain('went live after')
  expect(countCommands()).toBeLessThanOrEqual(6)
  const page = await (await fetch(`${stack.siteUrl}/${story}`)).text()
  expect(page).toContain('They drew boats.')
  expect(page).not.toContain('And then they stopped.')
})

it('an editor corrects and edits a published story, and the correction stays', async () => {
  await succeed('correct', story, '--text', 'It was a Tuesday.')
  edit(`${story}.md`, (text) => text.replace('They drew boats.', 'They drew ships.'))
  await succeed('publish', `${story}.md`)
  expect(countCommands()).toBe(2)
  expect(await readFields(`articles/${story}`)).toMatchObject({
    body: expect.stringContaining('They drew ships.'),
    corrections: [{ text: 'It was a Tuesday.' }],
  })
})

it('an editor schedules a new version of a story', async () => {
  edit(`${story}.md`, (text) => text.replace('They drew ships.', 'They drew rafts.'))
  const scheduled = await succeed('schedule', `${story}.md`, '--at', 'tomorrow 9am')
  expect(scheduled).toContain('scheduled for')
  expect(countCommands()).toBe(1)
  expect((await readFields(`articles/${story}`))!.body).toContain('They drew ships.')
})

it('an editor sends an issue of The Weekly', async () => {
  const date = issueDate
  await succeed('weekly', 'new', '--date', date)
  fill(`${date}.md`, { preheader: 'The week in five stories' }, 'A note.')
  await succeed('weekly', 'check', `${date}.md`)
  const page = await succeed('weekly', 'preview', `${date}.md`, '--no-open')
  expect(readFileSync(page, 'utf8')).toContain('The week in five stories')
  await succeed('publish', `${date}.md`)
  // Replaces --wait, because builds take minutes on a busy machine.
  await requestRebuild(stack)
  await succeed('weekly', 'test', `${date}.md`, 'editor@example.com')
  const later = ['--at', '2099-11-29 08:00', '--yes']
  expect(await succeed('weekly', 'approve', `${date}.md`, ...later)).toContain('approved')
  expect(countCommands()).toBeLessThanOrEqual(8)
  await succeed('weekly', 'cancel', date, '--yes')
  countCommands()
})

it('an editor finds stories, shows their versions and puts them on the front page', async () => {
  expect(await succeed('list', '--author', author)).toContain(story)
  expect(await succeed('list', '--search', 'pencil')).toContain(story)
  const log = await succeed('log', story)
  const first = log.split('\n').at(-1)!
  const [id = ''] = first.split('  ')
  expect(await succeed('log', story, '--show', id)).toContain('They drew boats.')
  expect(await succeed('log', story, '--diff', id)).toContain('+They drew ships.')
  await succeed('fetch', story, '--to', 'mine.md')
  expect(read('mine.md')).toContain('They drew rafts.')
  await succeed('stats', 'plans')
  await succeed('stats', 'hide', story)
  await succeed('stats', 'show', story)
  await succeed('front', '--pin', story)
  await succeed('front', '--unpin', story)
  expect(await succeed('ratings')).toContain('ratings')
  await succeed('gift-links')
})

it('an editor copies, renames, unpublishes and withdraws stories', async () => {
  expect(await succeed('duplicate', story)).toContain(`copied to ${story}-copy`)
  await run('status')
  expect(await succeed('rename', story, `${story}-2`)).toContain('now redirects to')
  expect(await succeed('unpublish', `${story}-2`)).toContain('a draft again')
  await succeed('fetch', `${story}-2`)
  await succeed('publish', `${story}-2.md`)
  expect(await succeed('withdraw', `${story}-2`, '--message', 'A test')).toContain('will be gone')
  expect(await run('reader', 'find', 'reader@example.com')).toMatchObject({ code: 1 })
})
