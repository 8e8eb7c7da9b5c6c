import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { splitManuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import { removeInvisibleCharacters } from '../../../src/domain/invisible-characters.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { defineCommand } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { prepareFiles } from '../manuscripts/prepare-manuscripts.ts'
import { printProblems } from '../manuscripts/print-problems.ts'

/** Nothing is written that isn't a manuscript in UTF-8. What can't be read is reported by the check. */
function removeInvisibleFrom(file: string) {
  const path = resolve(workingDirectory(), file)
  if (!path.endsWith('.md') || !statSync(path, { throwIfNoEntry: false })?.isFile()) return
  const bytes = readFileSync(path)
  if (!isUtf8(bytes))
    throw new DeskError(`${file} isn’t in UTF-8: save it again as UTF-8.`, 'usage')
  const text = bytes.toString()
  if (!splitManuscript(text)) return
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const fixed = removeInvisibleCharacters(text).replaceAll('\n', end)
  if (fixed === text) return
  writeFileSync(path, fixed)
  console.log(`${file}: invisible characters removed`)
}

export const command = defineCommand({
  usage: ['check FILE… [--online] [--fix]'],
  summary: 'lists the problems in manuscripts, with file, line and column',
  help: `Checks fields, Markdown, pictures and alt texts as "publish" does, without network access.

  --online    also checks against the database that the authors exist and the address is free
  --fix       first removes invisible characters that spoil the text`,
  options: {
    online: { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
  },
  async run({ online, fix }, files) {
    if (files.length === 0) throw new DeskError('Name the files to check.', 'usage')
    if (fix) for (const file of files) removeInvisibleFrom(file)
    const target = { status: 'published', allowsFutureDate: true } as const
    const result = await prepareFiles(files, target, online ? await openDesk() : null)
    if (!result.ok) {
      printProblems(result.failure)
      return 'refused'
    }
    console.log(`${files.length === 1 ? files[0] : `${files.length} files`}: no problems`)
    if (!online) console.log('Authors and address weren’t checked. To check them, add --online.')
    return 'done'
  },
})
