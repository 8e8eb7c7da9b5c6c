import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import {
  defineCommand,
  dryRunHelp,
  dryRunOption,
  overwriteHelp,
  requireOne,
} from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { saveDrafts } from '../manuscripts/save-drafts.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['preview FILE [--overwrite] [--dry-run]', 'preview SLUG'],
  summary: 'prints a link that shows a story as readers will see it',
  help: `Anybody with the link can open it for a week. A file is saved as a draft first, which changes nothing that readers
see; a slug shows the draft, or the story if it has none.

${overwriteHelp}
${dryRunHelp}`,
  options: { ...dryRunOption, overwrite: { type: 'boolean', default: false } },
  async run({ overwrite, 'dry-run': dryRun }, positionals) {
    const target = requireOne(positionals, 'file or slug')
    const isFile = target.endsWith('.md')
    if (!isFile && !slugSchema.safeParse(target).success)
      throw new DeskError(
        `"${target}" isn’t a valid slug or a .md file. Check the spelling.`,
        'usage',
      )
    const site = requireAccessKey()
    if (!isFile) {
      await printPreviewLink(site, target)
      return 'done'
    }
    const options = { target: { status: 'draft' }, overwrite, dryRun } as const
    return saveDrafts(site, [target], options, ({ manuscript }) =>
      printPreviewLink(site, manuscript.slug),
    )
  },
})

async function printPreviewLink(site: KeySite, slug: string) {
  const route = 'POST /api/desk/documents/:collection/:slug/preview'
  const { path, expiresAt } = await callSite(site, route, { collection: 'articles', slug })
  console.error(`Until ${formatTime(new Date(expiresAt))}:`)
  console.log(site.siteUrl + path)
}
