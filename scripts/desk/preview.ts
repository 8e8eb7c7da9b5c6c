import { signPreviewPath } from '../../src/contracts/desk-signature.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { count, defineCommand, only, writingHelp, writingOptions } from './command.ts'
import { Stop } from './ending.ts'
import { type Desk, openDesk } from './environment.ts'
import { overwriteHelp } from './publish.ts'
import { storeManuscripts } from './store-manuscripts.ts'
import { readStored } from './surroundings.ts'

/** More than two weeks, and a link goes where nobody thinks of it any more. */
const mostHours = 14 * 24

export const command = defineCommand({
  usage: ['preview FILE [--hours 24] [--overwrite] [--dry-run]', 'preview SLUG [--hours 24]'],
  summary: 'gives a link to an article as readers would see it, for whoever has the link',
  help: `A file is stored as a draft first; a slug is shown as it is stored. A file whose article is
published or scheduled already is refused, because a draft would take its place: give the file
another name to look at it.

  --hours N         how long the link is good (24, at most ${mostHours})
${overwriteHelp}
${writingHelp}`,
  options: {
    ...writingOptions,
    overwrite: { type: 'boolean', default: false },
    hours: { type: 'string', default: '24' },
  },
  async run(values, positionals) {
    const what = only(positionals, 'file or slug')
    const hours = count('--hours', values.hours)
    if (hours > mostHours) throw new Stop(`--hours takes ${mostHours} at most.`, 'usage')
    const desk = await openDesk(values.by)
    if (!what.endsWith('.md')) return sayLink(desk, await storedSlug(desk, what), hours)

    const { ending, manuscripts } = await storeManuscripts(desk, [what], {
      standing: { status: 'draft' },
      action: 'draft',
      overwrite: values.overwrite,
      dryRun: values['dry-run'],
      refuse: ({ fields }) =>
        fields.status === 'draft'
          ? null
          : `is ${fields.status} already, and a draft would take its place: see desk help preview`,
    })
    const [stored] = manuscripts
    if (ending !== 'done' || !stored) return ending
    const { collection, slug } = stored.ready.manuscript
    if (collection !== 'articles') throw new Stop('Only articles have previews.')
    return sayLink(desk, slug, hours)
  },
})

async function storedSlug(desk: Desk, slug: string): Promise<string> {
  if (!slugSchema.safeParse(slug).success)
    throw new Stop(`${slug} is no slug and no file.`, 'usage')
  if (await readStored(desk, `articles/${slug}`)) return slug
  throw new Stop(`There is no article ${slug}. To store a draft, name its file: ${slug}.md`)
}

async function sayLink({ siteUrl, keys }: Desk, slug: string, hours: number) {
  const until = new Date(Date.now() + hours * 3_600_000)
  console.log(siteUrl + (await signPreviewPath(slug, until, keys)))
  return 'done' as const
}
