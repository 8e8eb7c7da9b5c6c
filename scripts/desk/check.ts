import { defineCommand } from './command.ts'
import { Stop } from './ending.ts'
import { openDesk } from './environment.ts'
import { prepareFiles, sayProblems } from './prepare.ts'
import { checkSurroundings, readAllStored } from './surroundings.ts'

export const command = defineCommand({
  usage: ['check FILE… [--online]'],
  summary: 'says what is wrong with manuscripts, each with file, line and column',
  help: `Fields, Markdown, pictures and their descriptions are looked at as "publish" does. Asks nobody.

  --online    also asks the database: whether the authors are known, and the address is free`,
  options: { online: { type: 'boolean', default: false } },
  async run({ online }, files) {
    if (files.length === 0) throw new Stop('Name the files to check.', 'usage')
    const prepared = await prepareFiles(files, { status: 'published', atAnyTime: true })
    if (!prepared.ok) {
      sayProblems(prepared.failure)
      return 'refused'
    }
    if (online) {
      const desk = await openDesk()
      const places = prepared.value.map(({ manuscript }) => manuscript)
      const stored = await readAllStored(desk, places)
      const problems = await checkSurroundings(desk, prepared.value, stored)
      if (problems.length > 0) {
        sayProblems(problems)
        return 'refused'
      }
    }
    console.log(`Nothing is wrong with ${files.length === 1 ? files[0] : `${files.length} files`}.`)
    return 'done'
  },
})
