import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
afterAll(() => desk.remove())

const run = (...args: string[]) => desk.run('weekly', ...args)

it('drafts an issue from the publication, checks it and shows it', async () => {
  const created = await run('new', '--date', '2026-11-22')
  expect(created).toMatchObject({ code: 0, out: expect.stringContaining('2026-11-22.md') })
  const unfinished = await run('check', '2026-11-22.md')
  expect(unfinished).toMatchObject({ code: 1, out: '' })
  expect(unfinished.errors).toBe('2026-11-22.md:4:13: preheader: is missing\n')

  const draft = desk.read('2026-11-22.md')
  desk.write('2026-11-22.md', draft.replace('preheader:', 'preheader: The week in five stories'))
  const checked = await run('check', '2026-11-22.md')
  expect(checked).toMatchObject({ code: 0, errors: '' })
  expect(checked.out).toMatch(/no problems\. The email has \d\d\.\d KB for guests/)

  const shown = await run('preview', '2026-11-22.md', '--no-open')
  expect(shown).toMatchObject({ code: 0, errors: '' })
  const page = shown.out.trim()
  expect(readFileSync(page, 'utf8')).toContain('The week in five stories')
  rmSync(dirname(page), { recursive: true })
})

it('never replaces a file, and refuses what it doesn’t know', async () => {
  desk.write('2026-11-29.md', 'Mine')
  expect(await run('new', '--date', '2026-11-29')).toMatchObject({ code: 1 })
  expect(desk.read('2026-11-29.md')).toBe('Mine')
  expect(await run('new', '--date', '2026-02-30')).toMatchObject({ code: 2 })
  expect(await run('publish')).toMatchObject({ code: 2 })
})
