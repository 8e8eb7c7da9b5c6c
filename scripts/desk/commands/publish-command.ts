import { publicPath } from '../../../src/content/manuscript/document.ts'
import { defineCommand, dryRunHelp, dryRunOption, overwriteHelp } from '../command-line/command.ts'
import { DeskError, worstStatus } from '../command-line/exit-status.ts'
import { findPublishedAt, saveDrafts, updateFile } from '../manuscripts/save-drafts.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { laterTimestamp } from '../site/site-client.ts'
import { parseWaitSettings, waitForSite, waitHelp, waitOptions } from '../site/wait-for-site.ts'

export const command = defineCommand({
  usage: ['publish FILE… [--wait] [--overwrite] [--dry-run] [--message WORDS]'],
  summary: 'publishes manuscripts with their pictures',
  help: `All files are checked first: if one has a problem, nothing is written. Authors and tags are published before
the stories that name them. A story keeps its publication date. The version is written back into the file, so that the
next publish detects changes that somebody else has made.

${overwriteHelp}
  --message WORDS   a note for the log
${waitHelp}
${dryRunHelp}`,
  options: {
    ...dryRunOption,
    ...waitOptions,
    overwrite: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run({ message, overwrite, ...values }, files) {
    if (files.length === 0) throw new DeskError('Name the files to publish.', 'usage')
    const waitSettings = parseWaitSettings(values)
    const site = requireAccessKey()
    const newAddresses: string[] = []
    let changedAt: string | null = null
    const options = {
      target: { status: 'published' },
      overwrite,
      dryRun: values['dry-run'],
    } as const
    const status = await saveDrafts(site, files, options, async (prepared, draft) => {
      const { manuscript, document } = prepared
      const { collection, slug } = manuscript
      const path = publicPath(manuscript)
      if (!draft) return console.log(`${collection}/${slug}: no change`)
      const publishedAt = findPublishedAt(prepared)
      const route = 'POST /api/desk/documents/:collection/:slug/publish'
      const { version, committedAt } = await callSite(site, route, {
        collection,
        slug,
        revision: draft.revision,
        base: draft.base,
        ...(message === undefined ? {} : { message }),
        ...(publishedAt === undefined ? {} : { publishedAt }),
      })
      updateFile(prepared, version!)
      console.log(`${collection}/${slug}: published, ${path}`)
      changedAt = laterTimestamp(changedAt, committedAt!)
      // Only stories are rendered before the next build.
      if (collection === 'articles' && document?.stored?.state !== 'published')
        newAddresses.push(path)
    })
    return worstStatus([status, await waitForSite(site, changedAt, newAddresses, waitSettings)])
  },
})
