import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { command } from './check-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-'))

/** Writes a manuscript with other problems, too. */
const manuscript = (mark: string) => `---\r\ncollection: tags\r\nname: Rain${mark}\r\n---\r\n`

function writeFile(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})

describe('check --fix', () => {
  it('removes invisible characters, and keeps line endings', async () => {
    const file = writeFile('rain.md', manuscript('\u202e\u0007'))
    expect(await command.run([file])).toBe('refused')
    expect(readFileSync(file, 'utf8')).toBe(manuscript('\u202e\u0007'))
    await command.run([file, '--fix'])
    expect(readFileSync(file, 'utf8')).toBe(manuscript(''))
  })

  it.each([
    ['picture.jpg', Buffer.from(manuscript('\u0007'))],
    ['notes.md', Buffer.from('No front matter\u0007')],
  ])('changes nothing in %s', async (name, bytes) => {
    const file = writeFile(name, bytes)
    await command.run([file, '--fix'])
    expect(readFileSync(file)).toEqual(bytes)
  })

  it('refuses another encoding, in a file and in a folder', async () => {
    const bytes = Buffer.from(manuscript('\u0007é'), 'latin1')
    const file = writeFile('latin.md', bytes)
    await expect(async () => command.run([file, '--fix'])).rejects.toThrow('isn’t in UTF-8')
    expect(readFileSync(file)).toEqual(bytes)
    expect(await command.run([folder, '--fix'])).toBe('refused')
  })

  it('fixes problems with a single solution, even if another problem hid them', async () => {
    const text =
      '---\ncollection: pages\ntitle: Rain: a story\nrevisedAt: 2026-12-01 09:00\n---\n::figure{src="a.jpg" alt="A"}\n\nOne <b>two</b>.\n'
    const file = writeFile('rain-story.md', text)
    expect(await command.run([file, '--fix'])).toBe('refused')
    expect(readFileSync(file, 'utf8')).toBe(
      text.replace('Rain: a story', '"Rain: a story"').replace('<b>two</b>', '**two**'),
    )
    expect(vi.mocked(console.error).mock.calls).toEqual([
      [`${file}:1:1: dek: is missing`],
      [`${file}:6:1: ::figure: a.jpg was not found`],
    ])
  })
})
