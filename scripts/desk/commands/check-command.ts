import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { splitManuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import {
  applyEdits,
  type FileProblem,
  sortProblems,
} from '../../../src/content/manuscript/problem.ts'
import { removeInvisibleCharacters } from '../../../src/domain/invisible-characters.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { defineCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { prepareFiles } from '../manuscripts/prepare-manuscripts.ts'
import { formatProblem, printProblems } from '../manuscripts/print-problems.ts'
import { requireAccessKey } from '../site/access-key.ts'

/** Changes only manuscripts in UTF-8. The check reports files that can't be read. */
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

const maxRounds = 5

/** Returns false if no problem can be solved. */
function solve(problems: readonly FileProblem[]): boolean {
  const solvable = problems.filter(({ path, edit }) => edit && path.endsWith('.md'))
  for (const [file, found] of Map.groupBy(solvable, ({ path }) => path)) {
    const path = resolve(workingDirectory(), file)
    const edits = found.flatMap(({ edit }) => edit ?? [])
    writeFileSync(path, applyEdits(readFileSync(path, 'utf8'), edits))
    for (const problem of sortProblems(found)) console.log(`solved: ${formatProblem(problem)}`)
  }
  return solvable.length > 0
}

export const command = defineCommand({
  usage: ['check FILE… [--online] [--fix]'],
  summary: 'lists the problems in manuscripts, with file, line and column',
  help: `Checks fields, Markdown, pictures, alt texts and recordings as "publish" does, without network access.

  --online    also check on the site that the authors exist and the address is free
  --fix       first fix problems that have one clear solution, such as missing quotation marks or an
              indented picture, and remove invisible characters`,
  options: {
    online: { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
  },
  async run({ online, fix }, files) {
    if (files.length === 0) throw new DeskError('Name the files to check.', 'usage')
    const site = online ? requireAccessKey() : null
    const check = () => prepareFiles(files, { status: 'published', allowsFutureDate: true }, site)
    if (fix) for (const file of files) removeInvisibleFrom(file)
    let result = await check()
    // A solved problem may have hidden another one.
    for (let round = 0; fix && !result.ok && round < maxRounds; round++) {
      if (!solve(result.failure)) break
      result = await check()
    }
    if (!result.ok) {
      printProblems(result.failure)
      const count = result.failure.filter(({ path, edit }) => edit && path.endsWith('.md')).length
      if (count > 0)
        console.error(`Problems that --fix can solve: ${count} of ${result.failure.length}.`)
      return 'refused'
    }
    console.log(`${files.length === 1 ? files[0] : `${files.length} files`}: no problems`)
    if (!online) console.log('Authors and addresses weren’t checked. To check them, add --online.')
    return 'done'
  },
})
