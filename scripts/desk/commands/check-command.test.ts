import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { command } from './check-command.ts'

it('with --fix removes characters that nobody sees, and keeps the ends of lines', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const file = join(mkdtempSync(join(tmpdir(), 'check-')), 'rain.md')
  const write = (mark: string) => `---\r\ncollection: tags\r\nname: Rain${mark}\r\n---\r\n`
  writeFileSync(file, write('\u202e\u0007'))
  expect(await command.run([file])).toBe('refused')
  await command.run([file, '--fix'])
  expect(readFileSync(file, 'utf8')).toBe(write(''))
})
