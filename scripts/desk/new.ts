import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { categorySlugs, dyes } from '../../src/domain/category.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { tagSlugs } from '../../src/domain/tag.ts'
import { defineCommand, only } from './command.ts'
import { Stop } from './ending.ts'
import { printInstant } from './instant.ts'
import { type ManuscriptCollection, manuscriptCollections, slugOf } from './manuscript.ts'
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
  usage: [`new [FOLDER/]SLUG [--collection ${manuscriptCollections.join('|')}]`],
  summary: 'begins a manuscript: SLUG.md, with every field to fill in',
  help: `The slug is the address: lowercase words with hyphens. The folder is created below this one if it
doesn't exist. An existing file is never changed.`,
  options: { collection: { type: 'string', default: 'articles' } },
  async run({ collection }, positionals) {
    const name = only(positionals, 'slug')
    const slug = slugOf(name)
    const parsed = slugSchema.safeParse(slug)
    if (!parsed.success) throw new Stop(`“${slug}” ${parsed.error.issues[0]!.message}`, 'usage')
    if (!Object.hasOwn(templates, collection)) {
      throw new Stop(`--collection takes one of ${manuscriptCollections.join(', ')}.`, 'usage')
    }
    const text = templates[collection as ManuscriptCollection]()
    const file = join(dirname(name), `${slug}.md`)
    const path = resolve(workingFolder(), file)
    const below = relative(workingFolder(), path)
    if (isAbsolute(below) || below.split(sep)[0] === '..') {
      throw new Stop(`${file} is outside this folder. Name a path below it.`, 'usage')
    }
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx' })
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
      throw new Stop(isThere ? `${path} already exists.` : `${path} can’t be written.`)
    }
    console.log(`Created ${file}. Fill it in, then run: desk check ${file}`)
    return 'done'
  },
})
