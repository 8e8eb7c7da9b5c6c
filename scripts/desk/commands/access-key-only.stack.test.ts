/** Every command for staff, with nothing but an access key and the site's address. */
import { afterAll, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { openKeyDesk } from '../testing/key-desk.ts'

const desk = await openKeyDesk('operator')

afterAll(desk.remove)

/** Operators' own tools, which use the keys of services. */
const operatorTools = ['import', 'export']

const slug = 'no-such-story'
const stranger = 'nobody@example.com'

/** The least that each needs to call the site. Without a line of its own, a command needs nothing more. */
const commands: Readonly<Record<string, readonly string[]>> = {
  new: ['a-story'],
  check: ['a-story.md'],
  preview: ['a-story.md'],
  publish: ['a-story.md'],
  schedule: ['a-story.md', '--at', 'tomorrow 9am'],
  withdraw: [slug, '--message', 'A test'],
  unpublish: [slug],
  duplicate: [slug],
  correct: [slug, '--text', 'A test'],
  rename: [slug, 'another-story'],
  weekly: ['status', '2020-01-05'],
  login: [stack.siteUrl],
  picture: ['remove', 'a-boat-0123456789abcdef', '--yes'],
  log: ['--staff'],
  fetch: [slug],
  gift: ['find', stranger],
  reader: ['find', stranger],
  role: [stranger],
}

const help = await desk.run('help')
const names = [...help.out.matchAll(/^ {2}([a-z-]+) +\S/gm)].map(([, name]) => name!)

it('the help lists the commands that need arguments, and operators’ tools', () => {
  expect(names).toEqual(expect.arrayContaining([...Object.keys(commands), ...operatorTools]))
})

it.each(names.filter((name) => !operatorTools.includes(name)))(
  'the command %s needs no keys of services',
  async (name) => {
    const { code, out, errors } = await desk.run(name, ...(commands[name] ?? []))
    expect([0, 1], errors).toContain(code)
    expect(`${out}${errors}`).not.toMatch(/FIRE(?:BASE|STORE)_|PAYPAL_|DESK_KEYS|npm start/)
  },
)
