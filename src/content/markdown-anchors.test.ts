import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readTableOfContents, renderBody, renderPublicText } from './markdown.ts'

const readIds = (html: string) => [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)

describe('the id of a heading', () => {
  it.each([
    ['Who *pays*?', 'on-who-pays'],
    ['Détails, ½ & `code`', 'on-details-1-2-code'],
    ['Straße nach İzmir', 'on-straße-nach-izmir'],
    ['कॉपी में क्या है?', 'on-कॉपी-में-क्या-है'],
    ['کاپی میں', 'on-کاپی-میں'],
    ['می\u200cخواهم \u2067x\u2069', 'on-میخواهم-x'],
    ['Cafe\u0301', 'on-cafe'],
    ['Over\ntwo lines\n===', 'on-over-two-lines'],
    ['A note[^1]\n\n[^1]: Its text.', 'on-a-note'],
    ['* * :lang[نام]{ur}', 'on-نام'],
    ['“…”', 'on-part'],
  ])('is made of its words: %s', (heading, id) => {
    const source = heading.includes('\n=') ? heading : `## ${heading}`
    expect(readIds(renderPublicText(source))).toEqual([id])
  })

  it('is unique within its text', () => {
    const html = renderPublicText('## A 2\n\n# A\n\n> ### A\n\n- ## A\n\n## A 2')
    expect(readIds(html)).toEqual(['on-a-2', 'on-a', 'on-a-3', 'on-a-4', 'on-a-2-2'])
  })

  it('is in the table of contents', () => {
    const html = renderPublicText('## Who *pays*?\n\n### Nobody\n\n## हम & वे')
    expect(readTableOfContents(html)).toEqual([
      { anchor: 'on-who-pays', title: 'Who pays?' },
      { anchor: 'on-हम-वे', title: 'हम &amp; वे' },
    ])
  })

  it('stays the same wherever the free preview ends, and whatever follows it', () => {
    const read = (source: string) => {
      const { freePreview, rest } = renderBody(source)
      return [readIds(freePreview), readIds(rest)]
    }
    expect(read('## A\n\n<!-- more -->\n\n## B\n\n## A')).toEqual([['on-a'], ['on-b', 'on-a-2']])
    expect(read('## A\n\n## B\n\n<!-- more -->\n\n## A')).toEqual([['on-a', 'on-b'], ['on-a-2']])
  })

  it('never starts like an id of the page itself', () => {
    const files = globSync('src/**/*.{astro,tsx}')
    expect(files.length).toBeGreaterThan(200)
    const own = /\b[iI]d="(?:on-|fn)/
    expect(files.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})
