import { expect, it } from 'vitest'
import { formatNote } from '../items/note.ts'
import { linkFilesToOldSite } from './old-site-files.ts'

const text = [
  '[The saw](/content/media/saw) and [prices](/content/files/prices.pdf "Since 1989").',
  'An [article](/ice-price/), a [talk](https://www.old.example/talk.mp3), `[code](/a.pdf)`,',
  'and [others’](https://other.example/a.pdf) and [more][1].\n\n[1]: /list.csv',
].join('\n')

it('links to files point to the old site, and are listed', () => {
  const { value, notes } = linkFilesToOldSite(text, 'https://old.example')
  expect(value).toBe(
    text
      .replace('](/content/media', '](https://old.example/content/media')
      .replace('](/content/files', '](https://old.example/content/files')
      .replace('[1]: /list', '[1]: https://old.example/list'),
  )
  expect(notes.map(formatNote)).toEqual([
    'link to a file that is still on the old site: https://old.example/content/media/saw',
    'link to a file that is still on the old site: https://old.example/content/files/prices.pdf',
    'link to a file that is still on the old site: https://www.old.example/talk.mp3',
    'link to a file that is still on the old site: https://old.example/list.csv',
  ])
})

it('links to files that lead nowhere are listed if the old site isn’t named', () => {
  const { value, notes } = linkFilesToOldSite('[a](/a.pdf) [b](/b/)', null)
  expect(value).toBe('[a](/a.pdf) [b](/b/)')
  expect(notes.map(formatNote)).toEqual([
    'link to a file on the old site: set oldSite to keep it working: /a.pdf',
  ])
})
