import { defineCommand, requireOne } from '../command-line/command.ts'
import { printProblems } from '../manuscripts/print-problems.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { createIssueSource } from './issue-content.ts'
import { checkIssue } from './prepare-issue.ts'
import { formatKilobytes, measureIssueEmail } from './render-issue-email.ts'

export const subcommand = defineCommand({
  usage: ['weekly check FILE'],
  summary: 'list the problems with an issue’s stories, links, pictures and size',
  help: '',
  options: {},
  async run(_values, positionals) {
    const file = requireOne(positionals, 'file')
    const { issue, problems } = await checkIssue(createIssueSource(requireAccessKey()), file)
    if (problems.length > 0 || !issue) {
      printProblems(problems)
      return 'refused'
    }
    const sizes = measureIssueEmail(issue.email).map(
      ({ version, bytes }) => `${formatKilobytes(bytes)} for ${version}s`,
    )
    console.log(`${file}: no problems. The email has ${sizes.join(' and ')}.`)
    return 'done'
  },
})
