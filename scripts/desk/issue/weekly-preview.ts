import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineCommand, requireOne } from '../command-line/command.ts'
import { printProblems } from '../manuscripts/print-problems.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { createIssueSource } from './issue-content.ts'
import { prepareIssue } from './prepare-issue.ts'
import { renderPreviewPage } from './preview-page.ts'

export const subcommand = defineCommand({
  usage: ['weekly preview FILE [--no-open]'],
  summary: 'show the email in your browser, as guests and subscribers get it',
  help: `  --no-open         only write the page, and print its path`,
  options: { 'no-open': { type: 'boolean', default: false } },
  async run(values, positionals) {
    const file = requireOne(positionals, 'file')
    const { issue, problems } = await prepareIssue(createIssueSource(requireAccessKey()), file)
    printProblems(problems)
    if (!issue) return 'refused'
    // Other users of this computer can't read the page's folder, because the issue isn't public yet.
    const page = join(mkdtempSync(join(tmpdir(), 'weekly-')), `${issue.content.slug}.html`)
    writeFileSync(page, renderPreviewPage(issue.email, issue.content.preheader))
    console.log(page)
    if (!values['no-open']) openInBrowser(page)
    return 'done'
  },
})

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** If there is no browser, the printed path is enough. */
function openInBrowser(page: string) {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const browser = spawn(program, [...args, page], { detached: true, stdio: 'ignore' })
  browser.on('error', () => {})
  browser.unref()
}
