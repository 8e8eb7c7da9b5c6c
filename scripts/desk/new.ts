import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { categorySlugs, dyes } from '../../src/domain/category.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { tagSlugs } from '../../src/domain/tag.ts'
import { defineCommand, only } from './command.ts'
import { Stop } from './ending.ts'
import { printInstant } from './instant.ts'
import { type ManuscriptCollection, manuscriptCollections } from './manuscript.ts'
import { workingFolder } from './prepare.ts'

const picture = (field: string) => `${field}:
  file:  # a picture beside this file
  alt:  # what it shows, for readers who do not see it
  credit:`

const templates: Readonly<Record<ManuscriptCollection, () => string>> = {
  articles: () => `---
title:
dek:
category:  # ${categorySlugs.join(', ')}
tags: []  # ${tagSlugs.join(', ')}
authors: []
access: metered  # public, metered or members
${picture('image')}
---
The lead-in, which everybody may read.

<!-- more -->

The rest. A picture in the text stands on a line of its own, as does a quotation pulled out of it:

    ::figure{src="picture.jpg" alt="…" caption="…" credit="…"}

    :::pullquote{by="…"}
    …
    :::
`,
  authors: () => `---
collection: authors
name:
role:
place:
${picture('portrait')}
---
The biography.
`,
  pages: () => `---
collection: pages
title:
dek:
revisedAt: ${printInstant(new Date(new Date().toISOString().slice(0, 10)))}
---
## The first heading

The text.
`,
  events: () => `---
collection: events
title:
dek:
startsAt:  # 2026-12-12T18:30:00Z
endsAt:
timeZone: Europe/London
place:
dye: indigo  # ${dyes.join(', ')}
${picture('image')}
programme:
  - { at: "18:30", title: "", people: "" }
---
The text.
`,
}

export const command = defineCommand({
  usage: [`new SLUG [--collection ${manuscriptCollections.join('|')}]`],
  summary: 'begins a manuscript: SLUG.md, with every field to fill in',
  help: 'The slug is the address: lowercase words with hyphens. A file that is there is never touched.',
  options: { collection: { type: 'string', default: 'articles' } },
  async run({ collection }, positionals) {
    const slug = only(positionals, 'slug')
    const parsed = slugSchema.safeParse(slug)
    if (!parsed.success) throw new Stop(`${slug} ${parsed.error.issues[0]!.message}`, 'usage')
    if (!Object.hasOwn(templates, collection)) {
      throw new Stop(`--collection takes one of ${manuscriptCollections.join(', ')}.`, 'usage')
    }
    const text = templates[collection as ManuscriptCollection]()
    const path = resolve(workingFolder(), `${slug}.md`)
    try {
      writeFileSync(path, text, { flag: 'wx' })
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
      throw new Stop(isThere ? `${path} is there already.` : `${path} cannot be written.`)
    }
    console.log(`${slug}.md is there to be written. Then: desk check ${slug}.md`)
    return 'done'
  },
})
