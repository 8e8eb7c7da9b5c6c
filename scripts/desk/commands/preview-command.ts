import { slugFromPath } from '../../../src/content/manuscript/parse-manuscript.ts'
import { signPreviewPath } from '../../../src/contracts/signing/desk-signature.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import {
  defineCommand,
  formatDeskCommand,
  overwriteHelp,
  parsePositiveInteger,
  requireOne,
  writeHelp,
  writeOptions,
} from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { readDocument } from '../documents/stored-documents.ts'
import { storeManuscripts } from '../manuscripts/store-manuscripts.ts'

/** A limit, because editors would forget links that work longer. */
const maxHours = 14 * 24

export const command = defineCommand({
  usage: ['preview FILE [--hours 24] [--overwrite] [--dry-run]', 'preview SLUG [--hours 24]'],
  summary: 'prints a link that shows an article as readers will see it',
  help: `Anybody with the link can open it. A file is stored as a draft first; a slug shows the article as
it is stored. If the article is already published, scheduled or withdrawn, a file is refused, because
the draft would replace it: copy the file to another name, without its "version:" line.

  --hours N         how long the link works (default: 24, at most ${maxHours})
${overwriteHelp}
${writeHelp}`,
  options: {
    ...writeOptions,
    overwrite: { type: 'boolean', default: false },
    hours: { type: 'string', default: '24' },
  },
  async run(values, positionals) {
    const target = requireOne(positionals, 'file or slug')
    const hours = parsePositiveInteger('--hours', values.hours)
    if (hours > maxHours) throw new DeskError(`--hours can be at most ${maxHours}.`, 'usage')
    const isFile = target.endsWith('.md')
    if (!isFile && !slugSchema.safeParse(target).success)
      throw new DeskError(
        `"${target}" isn’t a valid slug or a .md file. Name one of them.`,
        'usage',
      )
    const desk = await openDesk(values.by)
    if (!isFile) return printPreviewLink(desk, await requireStoredSlug(desk, target), hours)

    const { status, manuscripts } = await storeManuscripts(desk, [target], {
      target: { status: 'draft' },
      action: 'draft',
      overwrite: values.overwrite,
      dryRun: values['dry-run'],
      findRefusal: ({ fields }) =>
        fields.status === 'draft' ? null : describeRefusal(String(fields.status), target),
    })
    const [stored] = manuscripts
    if (status !== 'done' || !stored) return status
    return printPreviewLink(desk, stored.prepared.manuscript.slug, hours)
  },
})

export function describeRefusal(status: string, file: string): string {
  const command = formatDeskCommand(`preview ${slugFromPath(file)}`)
  return `the article is ${status}, and a draft would replace it. To preview this file, copy it to another name and remove its "version:" line there; to preview the stored version: ${command}`
}

async function requireStoredSlug(desk: Desk, slug: string): Promise<string> {
  if (await readDocument(desk, `articles/${slug}`)) return slug
  throw new DeskError(`articles/${slug}: not found. To preview a draft, name its file: ${slug}.md`)
}

async function printPreviewLink({ siteUrl, keys }: Desk, slug: string, hours: number) {
  const expiresAt = new Date(Date.now() + hours * 3_600_000)
  console.log(siteUrl + (await signPreviewPath(slug, expiresAt, keys)))
  return 'done' as const
}
