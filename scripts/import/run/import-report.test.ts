/** The report that an editor reads after an import. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import {
  type Note,
  noteConversion,
  noteForEditor,
  noteLoss,
  noteUnpublished,
} from '../items/note.ts'
import { parseMapping } from '../mapping/mapping.ts'
import { formatCodeSpan, formatSummary } from './format-import-report.ts'
import { createImportReport, type ImportReport } from './import-report.ts'

const folder = createTestFolder()

async function report(name: string, fill: (report: ImportReport) => void, isFull = false) {
  const created = createImportReport(join(folder, name), isFull)
  fill(created)
  const path = await created.finish('Import of salt.xml')
  return { text: readFileSync(path, 'utf8'), totals: created.totals() }
}

const addPost = (
  target: ImportReport,
  number: number,
  notes: readonly Note[],
  status = 'published',
) =>
  target.addRow({
    source: `wordpress:${number}`,
    title: `Salt, part ${number}`,
    importOutcome: 'imported',
    path: `articles/salt-${number}`,
    status,
    notes,
  })

describe('the report’s first page', () => {
  it('ranks losses, tasks and changes, and shows each finding once with its posts', async () => {
    const { text } = await report('ranked', (target) => {
      for (let number = 1; number <= 15; number++) {
        addPost(target, number, [
          noteConversion('a gallery became {} figures', '2'),
          noteLoss('tag {} not imported', `salt_${number}`),
          noteLoss('tag {} not imported', 'sea'),
        ])
      }
      const plural = 'pictures have no description'
      const picture = noteForEditor('a picture has no description')
      addPost(target, 16, [{ ...picture, plural, count: 3 }])
      addPost(target, 17, [{ ...picture, plural, count: 1 }])
    })
    expect(text).toBe(`# Import of salt.xml

17 imported, 0 updated, 0 unchanged, 0 preserved, 0 skipped; 0 redirects, 47 notes.

## Lost

- 15 posts, 30 times: tag … not imported (\`salt_1\`, \`sea\`, ${[2, 3, 4, 5, 6, 7].map((number) => `\`salt_${number}\``).join(', ')} and others). “Salt, part 1”, “Salt, part 2”, “Salt, part 3” and 12 more

## For you to check

- 2 posts: 4 pictures have no description. “Salt, part 16”, “Salt, part 17”

## Changed

- 15 posts: a gallery became \`2\` figures. “Salt, part 1”, “Salt, part 2”, “Salt, part 3” and 12 more

Every post is in \`${join(folder, 'ranked')}.jsonl\`; \`--full-report\` adds the notes of each post here.
`)
  })

  it('has at most 60 lines for 72 posts with 200 kinds of findings', async () => {
    const fill = (target: ImportReport) => {
      for (let number = 1; number <= 72; number++) {
        const importOutcome = number % 9 === 0 ? 'skipped' : 'imported'
        const notes = [noteLoss, noteForEditor, noteConversion].map((add) =>
          add(`finding ${number} of ${add.name}`),
        )
        target.addRow({ source: `${number}`, title: `Salt ${number}`, importOutcome, notes })
      }
    }
    const { text } = await report('short', fill)
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(60)
    expect(text).toMatch(/and \d+ less frequent findings/)
    for (const heading of ['Not imported', 'Lost', 'For you to check', 'Changed'])
      expect(text).toContain(`\n## ${heading}\n`)

    const full = await report(
      'full',
      (target) => {
        fill(target)
        target.addNote(noteConversion('an unescaped “&” was escaped, in line {}', '7'))
      },
      true,
    )
    expect(full.text).toContain('\n## General\n\n- an unescaped “&” was escaped, in line `7`\n')
    expect(full.text).not.toContain('less frequent findings')
    expect(full.text).toContain('### Salt 71\n')
    expect(full.text.match(/^- finding 71 of/gm)).toHaveLength(6)
  })

  it('names skipped posts with the reason and the line of the file', async () => {
    const { text } = await report('skipped', (target) => {
      const reason = 'the front matter is invalid: its indentation contains a tab'
      const row = { source: 'markdown:a.md', title: 'posts/a_b.md:3', importOutcome: 'skipped' }
      target.addRow({ ...row, importOutcome: 'skipped', notes: [noteLoss(reason)] })
    })
    expect(text).toContain(
      '## Not imported\n\n- the front matter is invalid: its indentation contains a tab. “posts/a\\_b.md:3”\n',
    )
  })

  it('begins with the published posts that become drafts, and why', async () => {
    const short = noteUnpublished('too short for a closed part')
    const { text, totals } = await report('drafts', (target) => {
      addPost(target, 1, [short], 'draft')
      addPost(target, 2, [short], 'draft')
      addPost(target, 3, [noteUnpublished('published without a date')], 'draft')
      // An editor has published the draft since the import.
      addPost(target, 4, [short], 'published')
      addPost(target, 5, [noteConversion('private: imported as a draft')], 'draft')
    })
    const summary =
      '5 imported, 0 updated, 0 unchanged, 0 preserved, 0 skipped; 3 published posts are now drafts (too short for a closed part: 2, published without a date: 1); 0 redirects, 5 notes'
    expect(formatSummary(totals)).toBe(summary)
    expect(text.split('\n')[2]).toBe(`${summary}.`)
  })

  it.each(['https://old.example/a_b/my*salt_.jpg', 'uploads/a__b~[1].jpg', 'static/`tick`.png'])(
    'shows %s so that the editor can copy it into the mapping file',
    async (src) => {
      const { text } = await report('copied', (target) =>
        addPost(target, 1, [noteLoss('picture {} has no description: replaced with a link', src)]),
      )
      const [, fence, key] = /^- picture (`+) ?(.*?) ?\1 has no description/m.exec(text)!
      expect([fence?.includes('`'), key]).toEqual([true, src])
      const mapping = parseMapping(
        `timeZone: UTC\naccess: public\nshortPosts: public\ncredit: A\notherCategory: culture\ndescriptions:\n  ${key}: Salt\n`,
      )
      expect(mapping.ok && [...mapping.value.descriptions]).toEqual([[src, 'Salt']])
    },
  )

  it('stays small for any number of findings and details', async () => {
    const { text } = await report('many', (target) => {
      for (let number = 0; number < 3_000; number++)
        addPost(target, number, [noteLoss(`answer ${number}`, `detail ${number}`)])
    })
    expect(text).toContain('- 2000 posts: other findings. “')
  })
})

describe('formatCodeSpan', () => {
  it('keeps backticks and spaces, but no line breaks', () => {
    expect(['a`b', '`a', 'a``b', ' a ', 'a\nb', ''].map(formatCodeSpan)).toEqual([
      '``a`b``',
      '`` `a ``',
      '```a``b```',
      '`  a  `',
      '`a b`',
      '',
    ])
  })
})
