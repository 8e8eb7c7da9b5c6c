import { defineCommand, formatDeskCommand, requireSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

export const command = defineCommand({
  usage: ['correct SLUG --text WORDS [--wait]'],
  summary: 'adds a correction, dated now, to a published story',
  help: `Readers see the correction below the story. To change the text as well, edit its file and run
“${formatDeskCommand('publish FILE')}”, before or afterwards. Running the same command again adds nothing.

  --text WORDS      what was wrong, and what is right
${waitHelp}`,
  options: { ...waitOptions, text: { type: 'string' } },
  async run(values, positionals) {
    const slug = requireSlug(positionals)
    const text = values.text?.trim()
    if (!text) throw new DeskError('Describe the correction with --text WORDS.', 'usage')
    const waitSettings = parseWaitSettings(values)
    const site = requireAccessKey()
    const route = 'POST /api/desk/documents/:collection/:slug/corrections'
    const { committedAt } = await callSite(site, route, { collection: 'articles', slug, text })
    console.log(`articles/${slug}: corrected`)
    return waitForSite(site, committedAt, [], waitSettings)
  },
})
