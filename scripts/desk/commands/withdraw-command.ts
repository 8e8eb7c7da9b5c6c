import { defineCommand, requireSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { requireDocument } from '../documents/site-documents.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

export const command = defineCommand({
  usage: ['withdraw SLUG --message WORDS [--wait]'],
  summary: 'withdraws a story from the site, search and feeds',
  help: `Subscribers lose access to the full text straight away. The page and its free preview are removed by the next
build (--wait waits for it). The story stays stored as withdrawn; publish its file to restore it.

  --message WORDS   the reason, for the log
${waitHelp}`,
  options: { ...waitOptions, message: { type: 'string' } },
  async run(values, positionals) {
    const ref = { collection: 'articles', slug: requireSlug(positionals) } as const
    const reason = values.message?.trim()
    if (!reason) throw new DeskError('Add the reason with --message WORDS.', 'usage')
    const waitSettings = parseWaitSettings(values)
    const site = requireAccessKey()
    const { path, stored } = await requireDocument(site, ref)
    if (!stored)
      throw new DeskError(
        `articles/${ref.slug} is a draft, so readers can’t see it. There’s nothing to withdraw.`,
      )
    const { committedAt } = await callSite(
      site,
      'POST /api/desk/documents/:collection/:slug/withdraw',
      { ...ref, version: stored.version, reason },
    )
    if (stored.state === 'withdrawn') console.log(`articles/${ref.slug}: no change`)
    else console.log(`articles/${ref.slug}: withdrawn`)
    if (stored.state === 'scheduled') console.log('It wasn’t public, and won’t be published.')
    if (stored.state !== 'published') return 'done'
    const address = site.siteUrl + path
    console.log('Subscribers can’t open the full text any more.')
    if (!waitSettings.wait) console.log(`${address} will be gone after the next build.`)
    const status = await waitForSite(site, committedAt, [], waitSettings)
    if (waitSettings.wait && status === 'done') console.log(`${address} is gone.`)
    return status
  },
})
