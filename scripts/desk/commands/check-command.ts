import { defineCommand } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { readDocuments } from '../documents/stored-documents.ts'
import { checkAgainstPublication } from '../manuscripts/check-against-publication.ts'
import { prepareFiles, printProblems } from '../manuscripts/prepare-manuscripts.ts'

export const command = defineCommand({
  usage: ['check FILE… [--online]'],
  summary: 'lists the problems in manuscripts, with file, line and column',
  help: `Checks fields, Markdown, pictures and alt texts as "publish" does, without network access.

  --online    also checks against the database that the authors exist and the address is free`,
  options: { online: { type: 'boolean', default: false } },
  async run({ online }, files) {
    if (files.length === 0) throw new DeskError('Give the files to check.', 'usage')
    const result = await prepareFiles(files, { status: 'published', allowsFutureDate: true })
    if (!result.ok) {
      printProblems(result.failure)
      return 'refused'
    }
    if (online) {
      const desk = await openDesk()
      const refs = result.value.map(({ manuscript }) => manuscript)
      const stored = await readDocuments(desk, refs)
      const problems = await checkAgainstPublication(desk, result.value, stored)
      if (problems.length > 0) {
        printProblems(problems)
        return 'refused'
      }
    }
    console.log(`${files.length === 1 ? files[0] : `${files.length} files`}: no problems`)
    if (!online) console.log('Authors and address weren’t checked. To check them, add --online.')
    return 'done'
  },
})
