import { issueVersions } from '../../../src/domain/issue/issue-email.ts'
import { defineCommand, parseChoice } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printProblems } from '../manuscripts/print-problems.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { createIssueSource } from './issue-content.ts'
import { prepareIssue } from './prepare-issue.ts'

export const subcommand = defineCommand({
  usage: [`weekly test FILE ADDRESS [--version ${issueVersions.join('|')}]`],
  summary: 'email an issue to one address, with “[Test]” before the subject',
  help: '  --version NAME    only that version (default: both)',
  options: { version: { type: 'string' } },
  async run(values, [file, to, ...others]) {
    if (file === undefined || to === undefined || others.length > 0)
      throw new DeskError('Name a file and an email address.', 'usage')
    const versions =
      values.version === undefined
        ? issueVersions
        : [parseChoice('--version', values.version, issueVersions)]
    const site = requireAccessKey()
    const { issue, problems } = await prepareIssue(createIssueSource(site), file)
    printProblems(problems)
    if (!issue) return 'refused'
    const { slug } = issue.content
    const { revision } = await callSite(site, 'PUT /api/issues/:slug/email', {
      slug,
      ...issue.email,
    })
    for (const version of versions) {
      await callSite(site, 'POST /api/issues/:slug/test', { slug, revision, version, to })
      console.log(`Sent the ${version} version to ${to}.`)
    }
    return 'done'
  },
})
