import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import {
  defineCommand,
  dryRunHelp,
  dryRunOption,
  formatDeskCommand,
  overwriteHelp,
  requireOne,
} from '../command-line/command.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { saveDrafts, updateFile } from '../manuscripts/save-drafts.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['schedule FILE --at TIME [--message WORDS] [--overwrite] [--dry-run]'],
  summary: 'schedules a story, or a new version of one, for publication',
  help: `  --at TIME         ${timeHelp}
${overwriteHelp}
  --message WORDS   a note for the log
${dryRunHelp}

To change the time, schedule the file again. To publish it now, run “${formatDeskCommand('publish FILE')}”. To cancel, run
“${formatDeskCommand('withdraw SLUG')}” for a new story, and use the site’s /desk for a new version, because
“withdraw” would withdraw the published story.`,
  options: {
    ...dryRunOption,
    at: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run({ at, message, overwrite, 'dry-run': dryRun }, positionals) {
    const file = requireOne(positionals, 'file')
    const advice = ` To publish now, use “${formatDeskCommand('publish')}”.`
    const publishedAt = parseFutureOption('--at', at, advice)
    const site = requireAccessKey()
    const options = { target: { status: 'scheduled', publishedAt }, overwrite, dryRun } as const
    return saveDrafts(site, [file], options, async (prepared, draft) => {
      const { collection, slug } = prepared.manuscript
      const route = 'POST /api/desk/documents/:collection/:slug/publish'
      const { version } = await callSite(site, route, {
        collection,
        slug,
        revision: draft!.revision,
        base: draft!.base,
        at: publishedAt.toISOString(),
        ...(message === undefined ? {} : { message }),
      })
      // A published story's draft remains a draft until the scheduled time.
      if (version !== undefined) updateFile(prepared, version)
      console.log(`${collection}/${slug}: scheduled for ${formatTime(publishedAt)}`)
    })
  },
})
