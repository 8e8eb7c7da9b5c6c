import { defineCommand, formatDeskCommand, requireSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { requireDocument } from '../documents/site-documents.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

export const command = defineCommand({
  usage: ['unpublish SLUG [--wait]'],
  summary: 'makes a published story a draft again',
  help: `Readers lose the story as with “${formatDeskCommand('withdraw')}”, and links to its draft stop working. Publish the draft to bring
it back at the same address.

${waitHelp}`,
  options: waitOptions,
  async run(values, positionals) {
    const ref = { collection: 'articles', slug: requireSlug(positionals) } as const
    const waitSettings = parseWaitSettings(values)
    const site = requireAccessKey()
    const { stored } = await requireDocument(site, ref)
    if (!stored)
      throw new DeskError(`articles/${ref.slug} is a draft already. There’s nothing to unpublish.`)
    const route = 'POST /api/desk/documents/:collection/:slug/unpublish'
    const { committedAt } = await callSite(site, route, { ...ref, version: stored.version })
    const isWithdrawn = stored.state === 'withdrawn'
    console.log(`articles/${ref.slug}: ${isWithdrawn ? 'no change' : 'a draft again'}`)
    return waitForSite(site, committedAt, [], waitSettings)
  },
})
